import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import type { Deployment } from '@/lib/service/accounts/account-row'
import type { Processor } from '@/lib/service/processor/port'
import type { BucketRule } from '@/lib/service/rate-limits/lease-tokens'

/** Limits of the server's connections. */
export interface ConnectionLimits {
  /** Until a request's head has arrived. */
  headersTimeoutMs: number
  /** Until the whole request has arrived. */
  requestTimeoutMs: number
  /** How often the two above are checked. */
  checkEveryMs: number
  /** Without a request. */
  keepAliveTimeoutMs: number
  /** Without a byte taken by who reads an answer. */
  readerTimeoutMs: number
  /** Requests after which a connection ends, so that clients spread over new processes too. */
  requestsMax: number
}

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
  /** Requests of one key that may be under way in this process. */
  concurrencyPerKey: number
  /** Addresses and ranges whose X-Forwarded-For counts (TRUSTED_PROXIES). */
  trustedProxies: string
  /** Time-outs of connections, where they are not the defaults. */
  connections?: Partial<ConnectionLimits>
  /** Keeps the calls of each key for the merchant's developers, and the key's last use. */
  requestLog?: boolean
  /** True once the process is to end: it serves on, and clients and proxies are asked to go elsewhere. */
  isEnding?: () => boolean
  /** The time of day that verbs see. */
  now?: () => Date
  /** A clock that never goes back, milliseconds: it ages the cache of keys. */
  monotonicMs?: () => number
}
