import type { SimulationResult } from './simulate'

/** What a run broke, with the whole of what happened and how to see it again; null when it broke nothing. */
export function describeBreach(
  seed: number,
  { violations, trace }: Pick<SimulationResult, 'violations' | 'trace'>,
): string | null {
  if (violations.length === 0) return null
  return [
    `seed ${seed} breaks:`,
    ...violations.map((text) => `  ${text}`),
    ...trace,
    `Again: SIM_SEED=${seed} npx vitest run test/simulation/simulation`,
  ].join('\n')
}
