import { webResources } from '@/lib/platform/process'
import { openMessenger } from '@/lib/service/messaging/open-messenger'
import { openProcessor } from '@/lib/service/processor/open-processor'
import type { SignUpDeps } from './sign-up-deps'

/** Longer than what is written for anybody takes, and short enough that nobody minds. */
const EVEN_MS = 400

/** What the sign-up page works with in the web process; the words of the message are the page's. */
export function webSignUpDeps(codeText: SignUpDeps['codeText']): SignUpDeps {
  const resources = webResources()
  const { env, database, keyring, log } = resources
  return {
    database,
    keyring,
    log,
    codeText,
    processor: openProcessor(resources),
    messenger: openMessenger(resources),
    codeSecret: env.NEXTAUTH_SECRET,
    evenMs: EVEN_MS,
    now: () => new Date(),
  }
}
