import type { Handle } from '@/lib/platform/database'
import { type BucketRule, leaseTokens } from '@/lib/platform/lease-tokens'
import { limitedAs } from '@/lib/platform/peer-address'
import { sha256 } from '@/lib/platform/secrets'

/** Tokens that a process takes at once, and its possible overshoot of a key. */
const BATCH_MAX = 20
/** A fifth of a second's refill: an unused lease must not starve another process of a slow key. */
const BATCH_SHARE = 0.2
/** Leased tokens that are not used in this time are dropped, so that an idle process keeps none. */
const LEASE_MS = 1_000
const SUBJECTS_MAX = 10_000

export interface LimitState {
  allowed: boolean
  limit: number
  remaining: number
  resetS: number
  /** Whole seconds until a token is available; 0 if allowed. */
  retryAfterS: number
}

interface Held {
  tokens: number
  left: number
  leasedAtMs: number
  /** Time until which requests are denied without another query. */
  deniedUntilMs: number
  leasing: Promise<void> | null
}

/** Limits the requests of keys, with tokens leased in batches: most requests cost no statement. */
export class KeyLimiter {
  readonly #held = new Map<string, Held>()
  readonly #db: Handle
  readonly #rule: BucketRule
  readonly #batch: number
  readonly #clockMs: () => number

  constructor(db: Handle, rule: BucketRule, clockMs: () => number = () => performance.now()) {
    this.#db = db
    this.#rule = rule
    this.#clockMs = clockMs
    this.#batch = Math.min(BATCH_MAX, Math.max(1, Math.floor(rule.rate * BATCH_SHARE)))
  }

  /** Takes one token of a key. Returns synchronously while tokens are held here. */
  take(keyId: string): LimitState | Promise<LimitState> {
    const held = this.#of(keyId)
    return this.#takeHeld(held) ?? this.#leaseAndTake(keyId, held)
  }

  #takeHeld(held: Held): LimitState | null {
    const nowMs = this.#clockMs()
    if (held.tokens > 0 && nowMs - held.leasedAtMs < LEASE_MS) {
      held.tokens -= 1
      return this.#state(held, true)
    }
    return nowMs < held.deniedUntilMs ? this.#state(held, false) : null
  }

  async #leaseAndTake(keyId: string, held: Held): Promise<LimitState> {
    for (;;) {
      held.leasing ??= this.#lease(keyId, held).finally(() => {
        held.leasing = null
      })
      await held.leasing
      const state = this.#takeHeld(held)
      if (state) return state
    }
  }

  async #lease(keyId: string, held: Held): Promise<void> {
    const { granted, left } = await leaseTokens(this.#db, sha256(`key ${keyId}`), this.#rule, this.#batch)
    const nowMs = this.#clockMs()
    held.tokens = granted
    held.left = left
    held.leasedAtMs = nowMs
    held.deniedUntilMs = granted > 0 ? 0 : nowMs + Math.max(1, ((1 - left) / this.#rule.rate) * 1000)
  }

  #state(held: Held, allowed: boolean): LimitState {
    const { rate, burst } = this.#rule
    const level = Math.max(0, held.left) + held.tokens
    return {
      allowed,
      limit: burst,
      remaining: Math.floor(level),
      resetS: Math.ceil((burst - level) / rate),
      retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - level) / rate)),
    }
  }

  #of(keyId: string): Held {
    const known = this.#held.get(keyId)
    if (known) return known
    if (this.#held.size >= SUBJECTS_MAX) this.#held.clear()
    const held: Held = { tokens: 0, left: this.#rule.burst, leasedAtMs: 0, deniedUntilMs: 0, leasing: null }
    this.#held.set(keyId, held)
    return held
  }
}

/** Counts concurrent requests in this process by a subject. */
export class Concurrency {
  readonly #underWay = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  enter(key: string): (() => void) | null {
    const count = this.#underWay.get(key) ?? 0
    if (count >= this.#most) return null
    this.#underWay.set(key, count + 1)
    return () => this.#leave(key)
  }

  #leave(key: string): void {
    const count = this.#underWay.get(key) ?? 0
    if (count > 1) this.#underWay.set(key, count - 1)
    else this.#underWay.delete(key)
  }
}

/** Limit of well-formed unknown keys for one address and process; only programs reach it. */
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

/** Limits unknown keys in memory: a query would cost as much as the look-up that it saves. */
export class UnknownKeyLimiter {
  readonly #buckets = new Map<string, Bucket>()

  /** Queued look-ups of addresses without a token. */
  readonly #waiting: (() => void)[] = []
  #underWay = 0

  /** Looks a key up by `read`, in a short queue without a token. Returns it, and the seconds to wait. */
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
