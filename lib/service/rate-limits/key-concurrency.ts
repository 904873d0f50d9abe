const BEARER = /^\s*Bearer +/i

/** Requests under way in this process by what they bring as a key, live or not: counted before anything looks the key up. */
export class KeyConcurrency {
  readonly #underWay = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more request of an `Authorization` header. Returns how it is counted off again; null = there are too many. */
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
