import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { Deployment } from '@/lib/service/accounts/account-row'

/** What the API process is made of. */
export interface ApiOptions extends Deployment {
  database: Database
  log: Log
  /** The time of day that verbs see. */
  now?: () => Date
  /** A clock that never goes back, milliseconds: it ages the cache of keys. */
  monotonicMs?: () => number
}
