import { type ProcessorTime, processorTime, stolenShare } from './stolen-time'

/** Stolen share above which a measurement counts as disturbed. */
const DISTURBED_SHARE = 0.02
const TRIES = 3

type Measurement<T> = Omit<LeastDisturbed<T>, 'tries'>

export interface LeastDisturbed<T> {
  value: T
  /** Share of the cores' wanted time that the host took, 0 to 1; null if it is unknown. */
  stolen: number | null
  /** Number of measurements. */
  tries: number
}

/**
 * Measures again, at most three times in all, while the host takes more than 2 % of the cores' wanted time, and keeps the
 * least disturbed try. The choice depends on the stolen time, never on the measured value. Tests replace `readTime`.
 */
export async function leastDisturbed<T>(
  measure: () => Promise<T>,
  readTime: () => ProcessorTime | null = processorTime,
): Promise<LeastDisturbed<T>> {
  let best = await measured(measure, readTime)
  let tries = 1
  for (; tries < TRIES && isDisturbed(best); tries += 1) {
    const next = await measured(measure, readTime)
    if ((next.stolen ?? 0) < (best.stolen ?? 0)) best = next
  }
  return { ...best, tries }
}

async function measured<T>(
  measure: () => Promise<T>,
  readTime: () => ProcessorTime | null,
): Promise<Measurement<T>> {
  const before = readTime()
  const value = await measure()
  return { value, stolen: stolenShare(before, readTime()) }
}

function isDisturbed({ stolen }: Measurement<unknown>): boolean {
  return stolen !== null && stolen > DISTURBED_SHARE
}
