/** Pseudorandom numbers, the same for the same seed, so that a demo and a failed test can be repeated. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns x with 0 <= x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let bits = this.#state
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer, both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return this.weighted(items.map((item) => [item, 1] as const))
  }

  /** Returns one of the items, by their weights. Throws a RangeError if there is none. */
  weighted<Item>(items: readonly (readonly [Item, weight: number])[]): Item {
    let rest = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      rest -= weight
      if (rest < 0) return item
    }
    const last = items.at(-1)
    if (!last) throw new RangeError('there is nothing to pick from')
    return last[0]
  }

  /** Returns all items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const ordered = items.map((item) => ({ item, order: this.next() })).sort((a, b) => a.order - b.order)
    return ordered.map(({ item }) => item)
  }
}
