import type { Database } from '@/lib/platform/database'
import type { BucketRule } from '@/lib/platform/lease-tokens'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import type { Deployment } from '@/lib/service/accounts/account-row'
import type { Processor } from '@/lib/service/processor/port'

/** Limits of the server's connections. */
export interface ConnectionLimits {
  /** Time limit of a request's head. */
  headersTimeoutMs: number
  /** Time limit of the whole request. */
  requestTimeoutMs: number
  /** Interval of the checks of these two limits. */
  checkEveryMs: number
  /** Time that a connection stays open without a request. */
  keepAliveTimeoutMs: number
  /** Time that a connection stays open while its client reads no byte of a response. */
  readerTimeoutMs: number
  /** Requests after which a connection ends, so that clients spread over new processes. */
  requestsMax: number
}

/** Settings and resources of the API process. */
export interface ApiOptions extends Deployment {
  database: Database
  log: Log
  processor: Processor
  /** Opens the tokens of saved cards. */
  keyring: Keyring
  /** Lease of a running charge (CHARGE_LEASE_MS). */
  leaseMs: number
  /** Rate limit of one key: requests per second, and burst. */
  rateLimit: BucketRule
  /** Concurrent requests of one key in this process. */
  concurrencyPerKey: number
  /** Addresses and ranges whose X-Forwarded-For is trusted (TRUSTED_PROXIES). */
  trustedProxies: string
  /** Bearer token that shows the details of `/status` (STATUS_TOKEN); without it only this machine sees them. */
  statusToken?: string | undefined
  /** Timeouts of connections that differ from the defaults. */
  connections?: Partial<ConnectionLimits>
  /** True to store the calls of each key for the merchant's developers, and the key's last use. */
  requestLog?: boolean
  /** Returns true once the process is to end: it still serves, and clients and proxies are directed elsewhere. */
  isEnding?: () => boolean
  /** Returns the time of day for verbs. */
  now?: () => Date
  /** Returns a monotonic clock, milliseconds, which ages the cache of keys. */
  monotonicMs?: () => number
}
