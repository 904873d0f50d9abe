import { freePort } from '@/scripts/ports.mjs'
import { startApi } from './api-servers'
import type { BenchContext } from './bench-context'
import type { Figure } from './figure'
import { median } from './percentile'
import { responseTimes } from './response-times'
import { httpRequest } from './run-load'
import { createSettlementsDataset } from './settlements-dataset'

const GOAL = 1.3
const FEW = 10_000
const MANY = 1_000_000
/** Share of settled payments, spread over a year; the others are unsettled, more than a merchant collects in a day. */
const SETTLED_PER_MILLE = 900
const WAITING_DAYS = 7
const RESPONSES_PER_ROUND = 200

/** Measures GET /balance for a merchant with few payments and for one with many, each in its own database, in turn. */
export async function measureBalance(bench: BenchContext): Promise<Figure[]> {
  const few = await startSide(bench, FEW)
  const many = await startSide(bench, MANY).catch(async (error) => {
    await few.stop()
    throw error
  })
  try {
    await many.read()
    await few.read()
    const rounds: { ours: number; baseline: number }[] = []
    for (let round = 0; round < bench.options.rounds; round += 1)
      rounds.push({ ours: median(await many.read()), baseline: median(await few.read()) })
    const ours = median(rounds.map((round) => round.ours))
    const baseline = median(rounds.map((round) => round.baseline))
    return [
      {
        name: 'balance, p50',
        unit: 'ms',
        ours,
        baseline,
        ratio: ours / baseline,
        goal: { kind: 'at_most', value: GOAL },
        cpuOursUs: null,
        cpuBaselineUs: null,
        rounds,
        how: `GET /balance on one connection; ${MANY.toLocaleString('en')} payments of one merchant, ${MANY / 10} of them waiting, the others in 365 settlements, against ${FEW.toLocaleString('en')} in a database of their own; ${bench.options.rounds} times ${RESPONSES_PER_ROUND} answers each, in turn`,
      },
    ]
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
}

async function startSide(bench: BenchContext, payments: number) {
  const name = `bench_balance_${payments}`
  const plan = { name, payments, settledPerMille: SETTLED_PER_MILLE, waitingDays: WAITING_DAYS }
  const dataset = await createSettlementsDataset(bench, plan)
  await dataset.database.close()
  const api = await startApi(bench, { DATABASE_URL: dataset.url, API_PORT: String(await freePort()) })
  const headers = { Authorization: `Bearer ${dataset.apiKey}` }
  const answer = await fetch(`${api.url}/api/v1/balance`, { headers })
  const body = await answer.text()
  if (!body.includes(`"payment_count":${payments / 10},`))
    throw new Error(`The balance is not right: ${body}`)
  const request = httpRequest('GET', `${api.url}/api/v1/balance`, headers)
  return {
    stop: api.stop,
    read(): Promise<number[]> {
      let left = RESPONSES_PER_ROUND + 1
      const next = () => (--left > 0 ? request : null)
      return responseTimes({ url: api.url, seconds: Number.POSITIVE_INFINITY, status: 200, next })
    },
  }
}
