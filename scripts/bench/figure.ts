/** One row of the table. */
export interface Figure {
  name: string
  /** KB are 1,000 bytes. */
  unit: 'requests/s' | 'rows/s' | 'ms' | 's' | 'MiB' | 'KB'
  ours: number
  /** Same quantity of the baseline, measured in the same call. */
  baseline?: number
  /** Limit of the quotient ours / baseline if there is a baseline, otherwise of `ours`. */
  goal?: { atLeast: number } | { atMost: number }
  /** Details needed to repeat the measurement. */
  how: string
}

type Side = (seconds: number) => Promise<number[]>

/**
 * Runs both sides in turn, ours first, so that other load of the machine affects both; the first round warms them up and
 * does not count. Returns a row for each number of a side's result: the medians of both sides over the rounds.
 */
export async function compare(
  { rounds, roundSeconds }: { rounds: number; roundSeconds: number },
  { ours, baseline }: { ours: Side; baseline: Side },
  ...rows: readonly Pick<Figure, 'name' | 'unit' | 'goal' | 'how'>[]
): Promise<Figure[]> {
  const results: [ours: number[], baseline: number[]][] = []
  for (let round = 0; round <= rounds; round += 1)
    results.push([await ours(roundSeconds), await baseline(roundSeconds)])
  const of = (side: 0 | 1, at: number) =>
    median(results.slice(1).map((result) => result[side][at] ?? Number.NaN))
  return rows.map((row, at) => ({ ...row, ours: of(0, at), baseline: of(1, at) }))
}

/** Returns the median (for an even count, the mean of the two middle values). */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** Returns the value below which `percent` of the numbers are, interpolated between neighbors. NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = ((sorted.length - 1) * percent) / 100
  const [below = Number.NaN, above = below] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  return below + (above - below) * (position - Math.floor(position))
}

/** Returns a figure with its ratio, and whether it meets its goal; each is null without one. Printed, never asserted. */
export function judge(figure: Figure): Figure & { ratio: number | null; met: boolean | null } {
  const { ours, baseline, goal } = figure
  const ratio = baseline === undefined ? null : ours / baseline
  const value = ratio ?? ours
  const met = goal ? ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost) : null
  return { ...figure, ratio, met }
}

/** Returns the figures as one table for a terminal, followed by their different methods. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = [['figure', 'ours', 'baseline', 'ratio', 'goal', 'met'], ...figures.map(cellsOf)]
  const widthOf = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  const lines = rows.map(([name = '', ...cells]) =>
    [name.padEnd(widthOf(0)), ...cells.map((cell, at) => cell.padStart(widthOf(at + 1)))].join('  '),
  )
  const notes = figures.filter(({ how }, at) => figures.findIndex((one) => one.how === how) === at)
  return [...lines, '', ...notes.map(({ name, how }) => `${name}: ${how}`)].join('\n')
}

function cellsOf(figure: Figure): string[] {
  const { name, unit, ours, baseline, goal, ratio, met } = judge(figure)
  const suffix = unit.endsWith('/s') ? '/s' : ` ${unit}`
  const size = (value: number) =>
    value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }) + suffix
  const compared = baseline === undefined ? ['–', '–'] : [size(baseline), ratio?.toFixed(2) ?? '–']
  const limit = goal && ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`)
  const reached = met === null ? '–' : met ? 'yes' : 'NO'
  return [name, size(ours), ...compared, limit ? limit + (ratio === null ? suffix : '') : '–', reached]
}
