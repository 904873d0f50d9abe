/** Random numbers, the same for the same seed. */
export interface Dice {
  /** Returns x with 0 <= x < 1. */
  next(): number
  /** Returns an integer, both ends included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** Possible faults at a step on the store. `commit_lost`: it was done, but its response reports a failure. */
export const storeFaults = [
  'crash_before',
  'crash_after',
  'pause_before',
  'pause_after',
  'store_refuses',
  'commit_lost',
] as const

/** Possible faults at a call of the bank. `request_late`: it arrives long after our timeout. */
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

/**
 * Steps of which every other run makes up to two fail most of the time, because rare outcomes need two faults at certain
 * places.
 */
const FOCUS = [
  ...['claim', 'authorize', 'beginCapture', 'capture', 'void', 'finish'],
  ...['leaveUnresolved', 'awaitConfirmation', 'resume', 'confirmed', 'postpone'],
  ...['claimRefund', 'refund', 'finishRefund', 'postponeRefund'],
]
const FOCUS_RATE = 0.6
const FOCUSED = 0.5
const SLEEP: readonly string[] = ['pause_before', 'pause_after']
const ALL_FAULTS: readonly string[] = [...new Set<string>([...storeFaults, ...bankFaults])]
/** Shares of the kinds of fault in a run. Most fences guard against sleep alone. */
const SHARES = ['sleep', 0.1, 0.3, 0.6, 1] as const
const RATES = [0.01, 0.03, 0.08, 0.2, 0.3]
/** Times after the start from which no fault occurs, so that every run comes to rest. */
const FAULTS_END_AFTER_MS = [30_000, 120_000, 2_400_000]
const FAULTLESS = 0.05

/**
 * Faults of one run. Each run has its own rate and its own selection: a few kinds often reveal errors that all kinds
 * together hide.
 */
export class FaultInjector {
  /** True if the run has no faults. */
  readonly faultless: boolean
  readonly #dice: Dice
  readonly #rate: number
  readonly #faultsEndAtMs: number
  readonly #focus: ReadonlySet<string>
  readonly #kinds: ReadonlySet<string>
  readonly #coverage: Map<string, number>

  constructor(dice: Dice, coverage: Map<string, number>) {
    this.#dice = dice
    this.#coverage = coverage
    this.faultless = dice.chance(FAULTLESS)
    this.#rate = this.faultless ? 0 : dice.pick(RATES)
    this.#faultsEndAtMs = dice.pick(FAULTS_END_AFTER_MS)
    this.#focus = new Set(!this.faultless && dice.chance(FOCUSED) ? [dice.pick(FOCUS), dice.pick(FOCUS)] : [])
    const share = dice.pick(SHARES)
    const kinds = ALL_FAULTS.filter((kind) => (share === 'sleep' ? SLEEP.includes(kind) : dice.chance(share)))
    this.#kinds = new Set(kinds)
  }

  /** Returns the fault at this await, or null. */
  draw<Kind extends string>(label: string, kinds: readonly Kind[], nowMs: number): Kind | null {
    const rate = this.#focus.has(label) ? FOCUS_RATE : this.#rate
    if (nowMs > this.#faultsEndAtMs || !this.#dice.chance(rate)) return null
    const possible = kinds.filter((kind) => this.#kinds.has(kind))
    if (possible.length === 0) return null
    const kind = this.#dice.pick(possible)
    this.count(`${label} ${kind}`)
    return kind
  }

  count(what: string): void {
    this.#coverage.set(what, (this.#coverage.get(what) ?? 0) + 1)
  }

  /** Returns the duration of a process's sleep: a moment, about as long as the lease, or far longer. */
  pauseMs(leaseMs: number): number {
    const around = this.#dice.pick([0.15, 0.9, 1.5, 2.5, 5])
    return Math.round(leaseMs * around * (0.7 + 0.6 * this.#dice.next()))
  }
}
