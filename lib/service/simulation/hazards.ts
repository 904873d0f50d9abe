/** Chance, the same for the same seed. */
export interface Dice {
  /** 0 <= x < 1. */
  next(): number
  /** A whole number, both ends included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** What may go wrong at a step on the store. `commit_lost`: it was done, but its answer says otherwise. */
export const storeFaults = [
  'crash_before',
  'crash_after',
  'pause_before',
  'pause_after',
  'store_refuses',
  'commit_lost',
] as const
export type StoreFault = (typeof storeFaults)[number]

/** What may go wrong at a call of the bank. `request_late`: it arrives long after our time-out. */
export const bankFaults = [
  'crash_before',
  'crash_after',
  'pause_before',
  'pause_after',
  'bank_refuses',
  'request_lost',
  'request_late',
  'request_twice',
  'answer_lost',
  'answer_broken',
  'answer_wrong_amount',
] as const
export type BankFault = (typeof bankFaults)[number]

/** Steps that one run in three makes fail most of the time: rare coincidences need two faults at one place. */
const FOCUS = [
  ...['claim', 'authorize', 'beginCapture', 'capture', 'finish', 'leaveUnresolved', 'void', 'postpone'],
  ...['awaitConfirmation', 'resume', 'confirmed', 'claimOrphans'],
]
const FOCUS_RATE = 0.6
const FOCUSED = 0.35
const RATES = [0.01, 0.03, 0.08, 0.2, 0.4]
/** No faults from so long after the start, so that every run comes to rest. */
const CALM_AFTER_MS = [30_000, 120_000, 2_400_000]
const FAULTLESS = 0.05

/**
 * What goes wrong in one run. Each run has its own rate and its own choice of faults: a few kinds often find what all
 * kinds together hide.
 */
export class Hazards {
  /** Nothing goes wrong in this run. */
  readonly faultless: boolean
  readonly #dice: Dice
  readonly #rate: number
  readonly #calmAtMs: number
  readonly #focus: string | null
  readonly #kinds: ReadonlySet<string>
  readonly #coverage: Map<string, number>

  constructor(dice: Dice, coverage: Map<string, number>) {
    this.#dice = dice
    this.#coverage = coverage
    this.faultless = dice.chance(FAULTLESS)
    this.#rate = this.faultless ? 0 : dice.pick(RATES)
    this.#calmAtMs = dice.pick(CALM_AFTER_MS)
    this.#focus = !this.faultless && dice.chance(FOCUSED) ? dice.pick(FOCUS) : null
    const share = dice.pick([0.3, 0.6, 1])
    const all: string[] = [...new Set<string>([...storeFaults, ...bankFaults])]
    this.#kinds = new Set(all.filter(() => dice.chance(share)))
  }

  /** What goes wrong at this await, or null. */
  draw<Kind extends string>(label: string, kinds: readonly Kind[], nowMs: number): Kind | null {
    const rate = label === this.#focus ? FOCUS_RATE : this.#rate
    if (nowMs > this.#calmAtMs || !this.#dice.chance(rate)) return null
    const kind = this.#dice.pick(kinds)
    if (!this.#kinds.has(kind)) return null
    this.count(`${label} ${kind}`)
    return kind
  }

  count(what: string): void {
    this.#coverage.set(what, (this.#coverage.get(what) ?? 0) + 1)
  }

  /** A process sleeps: a moment, about as long as the lease, or far longer. */
  pauseMs(leaseMs: number): number {
    const around = this.#dice.pick([0.15, 0.7, 1, 1.5, 4])
    return Math.round(leaseMs * around * (0.7 + 0.6 * this.#dice.next()))
  }
}
