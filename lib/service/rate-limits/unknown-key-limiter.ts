import type { BucketRule } from '@/lib/platform/lease-tokens'
import { limitedAs } from '@/lib/platform/peer-address'

/**
 * Limit of well-formed unknown keys, for one address and process: each costs a look-up. A mistyped key fails by its
 * checksum and costs none, and a revoked one is known, so that only programs reach the limit.
 */
export const UNKNOWN_KEYS: BucketRule = { rate: 1, burst: 20 }
/** Limit of remembered addresses; beyond it all start anew. */
const ADDRESSES_MAX = 10_000

/** Concurrent look-ups of a process for addresses without a token, and the length of their queue. */
const IN_TURN_AT_ONCE = 2
const IN_TURN_MAX = 200

interface Bucket {
  tokens: number
  filledAtMs: number
}

/**
 * Limits unknown keys with buckets in the process's memory: a query for them would cost as much as the look-up that
 * they save. `nowMs` is a monotonic clock.
 */
export class UnknownKeyLimiter {
  readonly #buckets = new Map<string, Bucket>()

  /** Queued look-ups of addresses without a token. */
  readonly #waiting: (() => void)[] = []
  #underWay = 0

  /**
   * Looks a key up by `read`. Without a token of the address it waits in a short queue: behind a shared address, an
   * existing key is still accepted. Returns the result, and the whole seconds to wait if the key was unknown and had no
   * token.
   */
  async lookUp<Found>(
    address: string,
    nowMs: () => number,
    read: () => Promise<Found | null>,
  ): Promise<{ found: Found | null; waitS: number }> {
    const waitS = this.#take(address, nowMs())
    if (waitS > 0) return this.#inTurn(read, waitS)
    try {
      const found = await read()
      if (found) this.#of(address, nowMs()).tokens += 1
      return { found, waitS: 0 }
    } catch (error) {
      this.#of(address, nowMs()).tokens += 1
      throw error
    }
  }

  async #inTurn<Found>(
    read: () => Promise<Found | null>,
    waitS: number,
  ): Promise<{ found: Found | null; waitS: number }> {
    if (this.#underWay >= IN_TURN_AT_ONCE) {
      if (this.#waiting.length >= IN_TURN_MAX) return { found: null, waitS }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#underWay += 1
    try {
      const found = await read()
      return { found, waitS: found ? 0 : waitS }
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#underWay -= 1
    }
  }

  /** Takes a token of an address. Returns the whole seconds to wait, 0 if one was available. */
  #take(address: string, nowMs: number): number {
    const { rate, burst } = UNKNOWN_KEYS
    const bucket = this.#of(address, nowMs)
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.filledAtMs) / 1_000) * rate)
    bucket.filledAtMs = nowMs
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / rate))
    bucket.tokens -= 1
    return 0
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
