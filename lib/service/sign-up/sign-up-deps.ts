import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import type { Messenger } from '@/lib/service/messaging/messenger'
import type { Processor } from '@/lib/service/processor/port'

/** Dependencies of the public sign-up page. */
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
