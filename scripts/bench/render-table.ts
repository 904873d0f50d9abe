import { type Figure, isMet } from './figure'

const NONE = '–'
const HEADS = ['figure', 'ours', 'baseline', 'ratio', 'goal', 'met?', 'CPU/request', 'baseline’s CPU']
/** Left-aligned columns: names; numbers are right-aligned. */
const LEFT_COLUMNS = 1
/** Time below which a decimal is shown. */
const FINE_BELOW_MS = 100
const SHIFT_DIGITS = 3

/** Returns the figures as one table for a terminal, followed by the method of each. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = [HEADS, ...figures.map(cellsOf)]
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column < LEFT_COLUMNS ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  '),
  )
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  const notes = figures.map((figure) => `${figure.name}: ${figure.how}`)
  return `${lines.join('\n')}\n\n${notes.join('\n')}`
}

function cellsOf(figure: Figure): string[] {
  const { goal, unit } = figure
  const met = isMet(figure)
  return [
    figure.name,
    withUnit(figure.ours, unit),
    figure.baseline === null ? NONE : withUnit(figure.baseline, unit),
    figure.ratio === null ? NONE : figure.ratio.toFixed(2),
    goal === null ? NONE : `${goal.kind === 'at_least' ? '≥' : '≤'} ${goalText(figure, goal.value)}`,
    met === null ? NONE : met ? 'yes' : 'NO',
    cpu(figure.cpuOursUs),
    cpu(figure.cpuBaselineUs),
  ]
}

function goalText({ ratio, unit }: Figure, value: number): string {
  return ratio === null ? withUnit(value, unit) : String(value)
}

function withUnit(value: number, unit: Figure['unit']): string {
  // Two milliseconds are not twice as slow as 1.4.
  const fine = unit === 's' || unit === 'KB' || (unit === 'ms' && value < FINE_BELOW_MS)
  const digits = unit === 'shift' ? SHIFT_DIGITS : fine ? 1 : 0
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  if (unit === 'requests/s' || unit === 'rows/s') return `${number}/s`
  return unit === 'shift' ? number : `${number} ${unit}`
}

function cpu(microseconds: number | null): string {
  return microseconds === null ? NONE : `${microseconds.toFixed(0)} µs`
}
