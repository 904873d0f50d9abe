import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import type { Messenger } from '@/lib/service/messaging/messenger'
import type { Processor } from '@/lib/service/processor/port'

/** What the public sign-up page works with. */
export interface SignUpDeps {
  database: Database
  keyring: Keyring
  processor: Processor
  /** null where nothing can be sent: a known phone then keeps its card. */
  messenger: Messenger | null
  /** Under which codes are kept (see `codeMac`). */
  codeSecret: string
  /** The message with the code, in the page's words. */
  codeText(merchantName: string, code: string): string
  /** Answers leave at whole multiples of this; see `answerEvenly`. */
  evenMs: number
  log: Log
  now(): Date
}
