import type { Figure } from './figure'

/** A row that stands alone: no bare server, and no goal. */
export function loneFigure(
  row: Pick<Figure, 'name' | 'unit' | 'ours' | 'how'> & { rounds?: readonly number[] },
): Figure {
  const { rounds = [], ...told } = row
  return {
    ...told,
    baseline: null,
    ratio: null,
    goal: null,
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: rounds.map((ours) => ({ ours, baseline: null })),
  }
}
