import type { Handle } from '@/lib/platform/database'
import { type BucketRule, leaseTokens } from '@/lib/platform/lease-tokens'
import { sha256 } from '@/lib/platform/secrets'

/**
 * Tokens that a process takes at once: one statement for this many requests; also the possible overshoot of a key per
 * process.
 */
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
  /** Whole seconds until the bucket is full again. */
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

/**
 * Limits the requests of keys with one process's share of the buckets (decisions: rate limit). The bucket itself is in
 * the database; this class holds tokens leased from it in small batches, so that most requests cost no statement.
 */
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
