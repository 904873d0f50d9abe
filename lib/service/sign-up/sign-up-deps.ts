import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { webResources } from '@/lib/platform/process'
import type { Keyring } from '@/lib/platform/secrets'
import { type Messenger, openMessenger } from '@/lib/service/messaging/messenger'
import { openProcessor } from '@/lib/service/processor/open-processor'
import type { Processor } from '@/lib/service/processor/port'

export interface SignUpDeps {
  database: Database
  keyring: Keyring
  processor: Processor
  /** null if nothing can be sent: a known phone then keeps its card. */
  messenger: Messenger | null
  /** Secret under which codes are stored (see `codeMac`). */
  codeSecret: string
  /** Returns the message with the code, in the page's language. */
  codeText(merchantName: string, code: string): string
  /** Step of response times; see `withUniformTiming`. */
  timingStepMs: number
  log: Log
  now(): Date
}

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

/** Runs `work` for a whole multiple of `stepMs`, so that its time reveals nothing. 0 = at once. */
export async function withUniformTiming<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const spent = performance.now() - start
    if (stepMs > 0) await delay(Math.ceil(spent / stepMs) * stepMs - spent)
  }
}
