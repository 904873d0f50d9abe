import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import type { Deployment } from '@/lib/service/accounts/account-row'
import type { Processor } from '@/lib/service/processor/port'
import type { BucketRule } from '@/lib/service/rate-limits/lease-tokens'

/** What the API process is made of. */
export interface ApiOptions extends Deployment {
  database: Database
  log: Log
  processor: Processor
  /** Opens saved cards' tokens. */
  keyring: Keyring
  /** Of a running charge (CHARGE_LEASE_MS). */
  leaseMs: number
  /** Of one key: requests per second, and how many may be saved up. */
  rateLimit: BucketRule
  /** Keeps the calls of each key for the merchant's developers, and the key's last use. */
  requestLog?: boolean
  /** The time of day that verbs see. */
  now?: () => Date
  /** A clock that never goes back, milliseconds: it ages the cache of keys. */
  monotonicMs?: () => number
}
