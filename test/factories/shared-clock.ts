/** Time of day that processes share: it was `at` at the machine's time `since`, and passes `speed` times as fast. */
export interface SharedClock {
  /** Milliseconds of the epoch, like `since`. */
  at: number
  since: number
  /** Zero for a clock that stands still. */
  speed: number
}

export function readClock({ at, since, speed }: SharedClock): Date {
  return new Date(at + (Date.now() - since) * speed)
}
