import type { Figure } from './figure'
import { percentile } from './percentile'

/** Milliseconds of one round: responses over many rows, and over few. */
export interface RoundTimes {
  many: readonly number[]
  few: readonly number[]
}

/** Returns the row of a p95 over many rows against that over few. */
export function p95Figure(
  { name, goal, how }: { name: string; goal: number; how: string },
  rounds: readonly RoundTimes[],
): Figure {
  const ours = percentile(
    rounds.flatMap(({ many }) => many),
    95,
  )
  const baseline = percentile(
    rounds.flatMap(({ few }) => few),
    95,
  )
  return {
    name: `${name}, p95`,
    unit: 'ms',
    ours,
    baseline,
    ratio: ours / baseline,
    goal: { kind: 'at_most', value: goal },
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: rounds.map(({ many, few }) => ({
      ours: percentile(many, 95),
      baseline: percentile(few, 95),
    })),
    how,
  }
}
