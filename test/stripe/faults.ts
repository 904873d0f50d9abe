const FAULT_KINDS = [
  'no_answer_before',
  'no_answer_after',
  'stored_500',
  'stored_500_after',
  'lock_timeout',
  'key_in_use',
  'rate_limit',
  'slow',
  'hold',
  'other_amount',
  'processing',
] as const

/**
 * Failures of a request:
 * - `no_answer_before`, `no_answer_after`: the connection breaks before or after the request acted;
 * - `stored_500`, `stored_500_after`: a 500 that is kept under the key, before or after the request acted;
 * - `lock_timeout`, `key_in_use`, `rate_limit`: turned away without a trace;
 * - `slow`: acts only after its delay, without a lock, so that later requests overtake it;
 * - `hold`: acts after its delay with the object locked, so that later requests wait, or get `lock_timeout`;
 * - `other_amount`: the intent's amount is one unit more from then on;
 * - `processing`: acts, and its answer alone shows the intent as `processing`.
 */
type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  kind: FaultKind
  /** Method of the requests that it meets; POST if absent. */
  method?: string
  /** Path of the requests that it meets, with `/v1`; every path if absent. */
  path?: RegExp
  /** Number of requests that it meets; once if absent. */
  times?: number
  /** Delay of `slow` and `hold`; 200 if absent. */
  ms?: number
  /** End of the delay in place of `ms`. */
  until?: Promise<unknown>
}

export interface RandomFaults {
  seed: number
  /** Share of the POST requests that meet a fault, from 0 to 1. */
  rate: number
  kinds?: readonly FaultKind[]
  /** Path of the requests that they may meet; every path if absent. */
  path?: RegExp
  /** Longest delay of `slow` and `hold`; 200 if absent. */
  maxMs?: number
}

/** Faults that tests ask for: a queue, and beside it faults at random from a seed. */
export class Faults {
  /** Answer to a request whose object another request holds. */
  onLocked: 'wait' | 'lock_timeout' = 'wait'
  #queue: { fault: Fault; left: number }[] = []
  #random: { draw: () => number; options: RandomFaults } | null = null

  /** Adds a fault for the next requests that match it. */
  next(fault: Fault): void {
    this.#queue.push({ fault, left: fault.times ?? 1 })
  }

  /** Starts faults at random, the same for the same seed and sequence of requests; null ends them. */
  random(options: RandomFaults | null): void {
    this.#random = options && { draw: generator(options.seed), options }
  }

  /** Removes all faults. */
  clear(): void {
    this.#queue = []
    this.#random = null
    this.onLocked = 'wait'
  }

  /** Number of faults that have met no request yet. */
  get pending(): number {
    return this.#queue.reduce((sum, { left }) => sum + left, 0)
  }

  /** Takes the fault of a request; null if it meets none. */
  take(method: string, path: string): Fault | null {
    const index = this.#queue.findIndex(
      ({ fault }) => (fault.method ?? 'POST') === method && (fault.path?.test(path) ?? true),
    )
    const entry = this.#queue[index]
    if (!entry) return method === 'POST' ? this.#drawFault(path) : null
    entry.left -= 1
    if (entry.left === 0) this.#queue.splice(index, 1)
    return entry.fault
  }

  #drawFault(path: string): Fault | null {
    if (this.#random === null) return null
    const { draw, options } = this.#random
    if (!(options.path?.test(path) ?? true) || draw() >= options.rate) return null
    const kinds = options.kinds ?? FAULT_KINDS
    const kind = kinds[Math.floor(draw() * kinds.length)]
    return kind ? { kind, ms: Math.ceil(draw() * (options.maxMs ?? 200)) } : null
  }
}

/** Returns numbers in [0, 1) that depend on the seed alone (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
