/** One lock for each object: of two requests on it, the second waits for the first. */
export class Locks {
  readonly #held = new Map<string, Promise<unknown>>()

  isHeld(id: string): boolean {
    return this.#held.has(id)
  }

  /** Runs `act` once every earlier holder of the lock has ended. */
  async run<Result>(id: string | null, act: () => Promise<Result>): Promise<Result> {
    if (id === null) return act()
    const running = (this.#held.get(id) ?? Promise.resolve()).then(act, act)
    this.#held.set(id, running)
    try {
      return await running
    } finally {
      if (this.#held.get(id) === running) this.#held.delete(id)
    }
  }
}
