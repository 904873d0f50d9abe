import { limitedAs } from '@/lib/platform/peer-address'
import type { BucketRule } from './lease-tokens'

/**
 * Keys of the right form that are nobody's, for one address and process: each costs a look-up. A mistyped key fails by its checksum and
 * costs none, a revoked one is somebody's, so that only programs come here.
 */
export const UNKNOWN_KEYS: BucketRule = { rate: 1, burst: 20 }
/** Addresses that are remembered; beyond, all begin anew. */
const ADDRESSES_MAX = 10_000

interface Bucket {
  tokens: number
  filledAtMs: number
}

/**
 * Buckets of one process in memory: asking the database for them would cost as much as the look-up that they save. `nowMs` is a clock
 * that never goes back.
 */
export class UnknownKeyLimiter {
  readonly #buckets = new Map<string, Bucket>()

  /** Takes a token of an address. Returns whole seconds to wait, 0 where it was there. */
  take(address: string, nowMs: number): number {
    const { rate, burst } = UNKNOWN_KEYS
    const bucket = this.#of(address, nowMs)
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.filledAtMs) / 1_000) * rate)
    bucket.filledAtMs = nowMs
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / rate))
    bucket.tokens -= 1
    return 0
  }

  /** Returns a token that was taken for a key that is somebody's. */
  putBack(address: string, nowMs: number): void {
    this.#of(address, nowMs).tokens += 1
  }

  #of(address: string, nowMs: number): Bucket {
    const subject = limitedAs(address)
    const known = this.#buckets.get(subject)
    if (known) return known
    if (this.#buckets.size >= ADDRESSES_MAX) this.#buckets.clear()
    const bucket: Bucket = { tokens: UNKNOWN_KEYS.burst, filledAtMs: nowMs }
    this.#buckets.set(subject, bucket)
    return bucket
  }
}
