import { limitedAs } from '@/lib/platform/peer-address'
import type { BucketRule } from './lease-tokens'

/**
 * Keys of the right form that are nobody's, for one address and process: each costs a look-up. A mistyped key fails by its checksum and
 * costs none, a revoked one is somebody's, so that only programs come here.
 */
export const UNKNOWN_KEYS: BucketRule = { rate: 1, burst: 20 }
/** Addresses that are remembered; beyond, all begin anew. */
const ADDRESSES_MAX = 10_000

/** Look-ups under way in a process for addresses without a token, and those that wait for their turn. */
const IN_TURN_AT_ONCE = 2
const IN_TURN_MAX = 200

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

  /** Look-ups of addresses without a token that wait for their turn. */
  readonly #waiting: (() => void)[] = []
  #underWay = 0

  /**
   * Looks a key up by `read`. Without a token of the address it waits for its turn among few: behind an address that strangers share, a
   * key that is somebody's still gets in. Returns what was found, and whole seconds to wait where it was nobody's and had no token.
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

  /** Takes a token of an address. Returns whole seconds to wait, 0 where it was there. */
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
