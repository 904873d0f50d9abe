const BEARER = /^\s*Bearer +/i

/** Counts concurrent requests in this process by their key, usable or not, before any look-up. */
export class KeyConcurrency {
  readonly #underWay = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Counts one more request of an `Authorization` header. Returns the function that ends it; null = there are too many.
   */
  enter(authorization: string): (() => void) | null {
    const key = authorization.replace(BEARER, '').trim()
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
