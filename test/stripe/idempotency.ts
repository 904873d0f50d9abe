import { errorBody, type Json, StripeRefusal, turnedAway } from './errors'

export interface Answer {
  status: number
  body: Json
}

interface StoredKey {
  endpoint: string
  parameters: string
  since: number
  answer: Answer | null
}

const KEPT_MS = 24 * 60 * 60 * 1000

/** Answers under idempotency keys, kept for the 24 hours that Stripe promises and no longer. */
export class IdempotencyKeys {
  readonly #stored = new Map<string, StoredKey>()

  constructor(private readonly now: () => Date) {}

  /**
   * Returns the answer to replay, or null after it has reserved the key for this request. Throws 400 for
   * other parameters and 409 if the first request is still running.
   */
  begin(key: string, endpoint: string, encoded: string): Answer | null {
    const parameters = [...new URLSearchParams(encoded)].map(String).sort().join('&')
    const stored = this.#stored.get(key)
    const isKept = stored && (stored.answer === null || this.now().getTime() - stored.since < KEPT_MS)
    if (!isKept) {
      this.#stored.set(key, { endpoint, parameters, since: this.now().getTime(), answer: null })
      return null
    }
    if (stored.endpoint !== endpoint) {
      const uses = `the same endpoint they were first used for ('${endpoint}' vs '${stored.endpoint}')`
      throw reused(`for ${uses}`, key)
    }
    if (stored.parameters !== parameters)
      throw reused('with the same parameters they were first used with', key)
    if (stored.answer === null) throw turnedAway.key_in_use()
    return stored.answer
  }

  /** Keeps the answer of the request that reserved the key; null frees the key. */
  finish(key: string, answer: Answer | null): void {
    const stored = this.#stored.get(key)
    if (answer === null || !stored) this.#stored.delete(key)
    else stored.answer = answer
  }
}

function reused(how: string, key: string): StripeRefusal {
  const message =
    `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you ` +
    'meant to execute a different request.'
  return new StripeRefusal(400, errorBody('idempotency_error', null, message), false)
}
