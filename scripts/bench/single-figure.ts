import type { Figure } from './figure'

/** Returns a row without a baseline and a goal. */
export function singleFigure(
  row: Pick<Figure, 'name' | 'unit' | 'ours' | 'how'> & { rounds?: readonly number[] },
): Figure {
  const { rounds = [], ...figure } = row
  return {
    ...figure,
    baseline: null,
    ratio: null,
    goal: null,
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: rounds.map((ours) => ({ ours, baseline: null })),
  }
}
