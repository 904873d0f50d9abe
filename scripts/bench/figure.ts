/** Limit of a measured value: at least for ratios, at most for times and sizes. */
export interface Goal {
  kind: 'at_least' | 'at_most'
  value: number
}

/** One row of the table. */
export interface Figure {
  name: string
  /** KB are 1,000 bytes; a shift is the sum of the scores of a page's layout shifts. */
  unit: 'requests/s' | 'rows/s' | 'ms' | 's' | 'MiB' | 'KB' | 'shift'
  ours: number
  /** Value of the baseline; null for a figure without a baseline. */
  baseline: number | null
  /** Quotient ours / baseline. */
  ratio: number | null
  /** Goal of the ratio if there is one, otherwise of `ours`. */
  goal: Goal | null
  /** Processor time of the server process per request, in microseconds; null if it was not measured. */
  cpuOursUs: number | null
  cpuBaselineUs: number | null
  /** Values of each round, ours and the baseline's. */
  rounds: readonly { ours: number; baseline: number | null }[]
  /** Details needed to repeat the measurement. */
  how: string
}

/** Returns whether the goal was reached; null without one. Printed, never asserted. */
export function isMet({ ours, ratio, goal }: Figure): boolean | null {
  if (!goal) return null
  const value = ratio ?? ours
  return goal.kind === 'at_least' ? value >= goal.value : value <= goal.value
}
