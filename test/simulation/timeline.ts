interface Happening {
  atMs: number
  /** What reaches the store or the bank; gives what follows from it. Nobody's code runs before that. */
  work: (() => Promise<() => void>) | null
  wake: () => void
}

const NOTHING = () => {}

/** What comes so close together may as well come at once. */
const ABREAST_WITHIN_MS = 100
/** More than the longest run needs by far: a run beyond it goes round in circles. */
const HAPPENINGS_MAX = 20_000

/**
 * Virtual time: what was planned happens in order of its instant, one after the other. After each, whatever code was
 * woken runs until it waits again, so that a seed gives the same run for ever.
 */
export class Timeline {
  nowMs = 0
  /** Of the store's and the bank's work, so many are done side by side (1 = none). */
  readonly #abreast: number
  readonly #planned: Happening[] = []
  readonly #lines: string[] | null

  constructor({ traced, abreast = 1 }: { traced: boolean; abreast?: number }) {
    this.#lines = traced ? [] : null
    this.#abreast = abreast
  }

  get trace(): readonly string[] {
    return this.#lines ?? []
  }

  /** Adds a line to the trace; `text` is only asked for when somebody wants it. */
  note(text: () => string): void {
    this.#lines?.push(`${(this.nowMs / 1000).toFixed(3).padStart(9)} s  ${text()}`)
  }

  /** Wakes code at an instant. */
  at(atMs: number, wake: () => void): void {
    this.#plan({ atMs, work: null, wake })
  }

  /** Does work on the store or the bank at an instant; what it gives is called afterwards. */
  workAt(atMs: number, work: () => Promise<() => void>): void {
    this.#plan({ atMs, work, wake: NOTHING })
  }

  sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => this.at(this.nowMs + durationMs, resolve))
  }

  /** Runs until nothing is planned. `beforeWork` sees the time before the store or the bank does. */
  async run(beforeWork: (nowMs: number) => Promise<void>): Promise<void> {
    await settled()
    for (let count = 0; ; count++) {
      const next = this.#planned.shift()
      if (!next) return
      if (count > HAPPENINGS_MAX) throw new Error('the simulation does not come to rest')
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

  /** What else the store and the bank are to do within a moment, taken out of its turn. */
  #neighbours(): (() => Promise<() => void>)[] {
    const found: (() => Promise<() => void>)[] = []
    const untilMs = this.nowMs + ABREAST_WITHIN_MS
    for (let index = 0; index < this.#planned.length && found.length + 1 < this.#abreast; ) {
      const { work, atMs } = this.#planned[index] ?? { work: null, atMs: Number.POSITIVE_INFINITY }
      if (atMs > untilMs) break
      if (work) found.push(work)
      if (work) this.#planned.splice(index, 1)
      else index++
    }
    return found
  }

  #plan(happening: Happening): void {
    const planned = this.#planned
    let index = planned.length
    while (index > 0 && (planned[index - 1]?.atMs ?? 0) > happening.atMs) index--
    planned.splice(index, 0, happening)
  }
}

/** Until no promise has anything left to do: Node runs ticks only once its queue of promises is empty. */
function settled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
