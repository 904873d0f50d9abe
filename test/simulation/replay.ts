import type { SimulationResult } from './simulate'

/** Returns a run's violations with its trace and the command to repeat it; null without violations. */
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
