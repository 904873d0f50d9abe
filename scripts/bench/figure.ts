/** What a measured value has to reach: at least for ratios, at most for times and sizes. */
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
  /** The same for the bare server; null where a figure stands alone. */
  baseline: number | null
  /** ours / baseline. */
  ratio: number | null
  /** For the ratio where there is one, else for `ours`. */
  goal: Goal | null
  /** Processor time of the server process per request, microseconds; null where it was not measured. */
  cpuOursUs: number | null
  cpuBaselineUs: number | null
  /** Each round, ours and the baseline's. */
  rounds: readonly { ours: number; baseline: number | null }[]
  /** What a reader must know to repeat it. */
  how: string
}

/** Whether the goal was reached; null without one. Told, never asserted. */
export function isMet({ ours, ratio, goal }: Figure): boolean | null {
  if (!goal) return null
  const value = ratio ?? ours
  return goal.kind === 'at_least' ? value >= goal.value : value <= goal.value
}
