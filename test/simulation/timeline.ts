interface ScheduledEffect {
  atMs: number
  /** Effect on the store or the bank; returns its continuation. No process's code runs before that. */
  work: (() => Promise<() => void>) | null
  wake: () => void
}

const NOTHING = () => {}

/** Interval within which effects may be executed at the same time. */
const CONCURRENT_WITHIN_MS = 100
/** Far more than the longest run needs: a longer run is in an endless loop. */
const EFFECTS_MAX = 20_000

/**
 * Virtual time: planned effects happen in order of their instants, one after the other. After each, the code that was
 * woken runs until it waits again, so that a seed always gives the same run.
 */
export class Timeline {
  nowMs = 0
  /** Number of effects on the store and the bank that run at the same time (1 = none). */
  readonly #concurrentSteps: number
  readonly #planned: ScheduledEffect[] = []
  readonly #lines: string[] | null

  constructor({ traced, concurrentSteps = 1 }: { traced: boolean; concurrentSteps?: number }) {
    this.#lines = traced ? [] : null
    this.#concurrentSteps = concurrentSteps
  }

  get trace(): readonly string[] {
    return this.#lines ?? []
  }

  /** Adds a line to the trace; `text` is called only if the trace is wanted. */
  note(text: () => string): void {
    this.#lines?.push(`${(this.nowMs / 1000).toFixed(3).padStart(9)} s  ${text()}`)
  }

  /** Wakes code at an instant. */
  at(atMs: number, wake: () => void): void {
    this.#plan({ atMs, work: null, wake })
  }

  /** Runs work on the store or the bank at an instant; its result is called afterwards. */
  workAt(atMs: number, work: () => Promise<() => void>): void {
    this.#plan({ atMs, work, wake: NOTHING })
  }

  sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => this.at(this.nowMs + durationMs, resolve))
  }

  /** Runs until nothing is planned. `beforeWork` gets the time before the store or the bank does. */
  async run(beforeWork: (nowMs: number) => Promise<void>): Promise<void> {
    await settled()
    for (let count = 0; ; count++) {
      const next = this.#planned.shift()
      if (!next) return
      if (count > EFFECTS_MAX) throw new Error('the simulation does not come to rest')
      this.nowMs = Math.max(this.nowMs, next.atMs)
      if (next.work) {
        const batch = [next.work, ...this.#neighbours()]
        await beforeWork(this.nowMs)
        const [first, ...others] = batch
        const done =
          others.length === 0 && first ? [await first()] : await Promise.all(batch.map((work) => work()))
        for (const then of done) then()
      } else {
        next.wake()
      }
      await settled()
    }
  }

  /** Returns other planned work of the store and the bank within a moment, taken out of its turn. */
  #neighbours(): (() => Promise<() => void>)[] {
    const found: (() => Promise<() => void>)[] = []
    const untilMs = this.nowMs + CONCURRENT_WITHIN_MS
    for (let index = 0; index < this.#planned.length && found.length + 1 < this.#concurrentSteps; ) {
      const { work, atMs } = this.#planned[index] ?? { work: null, atMs: Number.POSITIVE_INFINITY }
      if (atMs > untilMs) break
      if (work) found.push(work)
      if (work) this.#planned.splice(index, 1)
      else index++
    }
    return found
  }

  #plan(effect: ScheduledEffect): void {
    const planned = this.#planned
    let index = planned.length
    while (index > 0 && (planned[index - 1]?.atMs ?? 0) > effect.atMs) index--
    planned.splice(index, 0, effect)
  }
}

/** Resolves when no promise is pending: Node runs ticks only once its queue of promises is empty. */
function settled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
