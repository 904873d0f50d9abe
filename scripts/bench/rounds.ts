import { median } from './percentile'
import type { LoadResult } from './run-load'
import type { ServerProcess } from './server-process'

export interface Side {
  server: ServerProcess
  /** Runs one round of this side's load. */
  run(seconds: number): Promise<LoadResult>
}

export interface SideResult {
  perSecond: readonly number[]
  /** Median over the rounds. */
  medianPerSecond: number
  medianCpuUs: number | null
  requests: number
  bodyBytesEach: number
}

export interface RoundPlan {
  rounds: number
  roundSeconds: number
  warmUpSeconds: number
}

/**
 * Warms up both sides, then runs them in turn, ours and the baseline, round after round, so that other load of the
 * machine affects both. Throws if one side returns fewer bytes than the other.
 */
export async function alternateRounds(
  ours: Side,
  baseline: Side,
  plan: RoundPlan,
): Promise<[SideResult, SideResult]> {
  await ours.run(plan.warmUpSeconds)
  await baseline.run(plan.warmUpSeconds)
  const samples: [Sample[], Sample[]] = [[], []]
  for (let round = 0; round < plan.rounds; round += 1) {
    samples[0].push(await sample(ours, plan.roundSeconds))
    samples[1].push(await sample(baseline, plan.roundSeconds))
  }
  const [first, second] = [summarise(samples[0]), summarise(samples[1])]
  if (Math.round(first.bodyBytesEach) !== Math.round(second.bodyBytesEach)) {
    throw new Error(
      `One side answers ${first.bodyBytesEach} bytes, the other ${second.bodyBytesEach}: they do not do the same.`,
    )
  }
  return [first, second]
}

interface Sample extends LoadResult {
  cpuUs: number | null
}

async function sample({ server, run }: Side, seconds: number): Promise<Sample> {
  const before = server.cpuUs()
  const result = await run(seconds)
  const after = server.cpuUs()
  return { ...result, cpuUs: before === null || after === null ? null : (after - before) / result.requests }
}

function summarise(samples: readonly Sample[]): SideResult {
  const perSecond = samples.map(({ requests, seconds }) => requests / seconds)
  const cpu = samples.flatMap(({ cpuUs }) => (cpuUs === null ? [] : [cpuUs]))
  const requests = samples.reduce((sum, one) => sum + one.requests, 0)
  return {
    perSecond,
    medianPerSecond: median(perSecond),
    medianCpuUs: cpu.length > 0 ? median(cpu) : null,
    requests,
    bodyBytesEach: samples.reduce((sum, one) => sum + one.bodyBytes, 0) / requests,
  }
}
