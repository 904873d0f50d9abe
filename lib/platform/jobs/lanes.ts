/** Work of many hosts at once: one that does not answer delays no other. Each key has at most one piece of work at a time. */
export class Lanes {
  readonly #running = new Map<string, Promise<void>>()
  readonly #max: number
  readonly #onFailure: (error: unknown, key: string) => void
  readonly #onEnd: () => void

  constructor({ max, onFailure, onEnd }: LanesOptions) {
    this.#max = max
    this.#onFailure = onFailure
    this.#onEnd = onEnd
  }

  /** Keys whose work is running. */
  get keys(): string[] {
    return [...this.#running.keys()]
  }

  get isFull(): boolean {
    return this.#running.size >= this.#max
  }

  start(key: string, work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#onFailure(error, key))
      .finally(() => {
        this.#running.delete(key)
        this.#onEnd()
      })
    this.#running.set(key, running)
  }

  /** Resolves when all that runs has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values())
  }
}

interface LanesOptions {
  max: number
  onFailure(error: unknown, key: string): void
  onEnd(): void
}
