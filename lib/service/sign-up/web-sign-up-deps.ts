import { webResources } from '@/lib/platform/process'
import { openMessenger } from '@/lib/service/messaging/open-messenger'
import { openProcessor } from '@/lib/service/processor/open-processor'
import type { SignUpDeps } from './sign-up-deps'

/** Longer than the slowest write of a sign-up, and short enough to go unnoticed. */
const TIMING_STEP_MS = 400

/** Returns the dependencies of the sign-up page, for the web process; the page supplies the message's text. */
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
    timingStepMs: TIMING_STEP_MS,
    now: () => new Date(),
  }
}
