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
    return this.#at(items, this.int(0, items.length - 1))
  }

  /** Returns one of the items, by their weights. */
  weighted<Item>(items: readonly (readonly [Item, weight: number])[]): Item {
    let rest = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    const found = items.find(([, weight]) => {
      rest -= weight
      return rest < 0
    })
    return (found ?? this.#at(items, items.length - 1))[0]
  }

  /** Returns all items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  }

  #at<Item>(items: readonly Item[], index: number): Item {
    if (index < 0 || index >= items.length) throw new RangeError('there is nothing to pick from')
    // The index was checked, so the array contains an Item there.
    return items[index] as Item
  }
}
