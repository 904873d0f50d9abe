import type { Figure } from './figure'
import type { SideResult } from './rounds'

/** Returns the row of a ratio: medians of both sides' rounds. */
export function ratioFigure(
  { name, goal, how }: { name: string; goal: number; how: string },
  [ours, baseline]: readonly [SideResult, SideResult],
): Figure {
  return {
    name,
    unit: 'requests/s',
    ours: ours.medianPerSecond,
    baseline: baseline.medianPerSecond,
    ratio: ours.medianPerSecond / baseline.medianPerSecond,
    goal: { kind: 'at_least', value: goal },
    cpuOursUs: ours.medianCpuUs,
    cpuBaselineUs: baseline.medianCpuUs,
    rounds: ours.perSecond.map((value, index) => ({
      ours: value,
      baseline: baseline.perSecond[index] ?? null,
    })),
    how,
  }
}
