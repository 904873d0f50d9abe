import type { BenchContext } from './bench-context'
import type { Figure } from './figure'
import { p95Figure, type RoundTimes } from './p95-figure'
import { createPaymentsDataset, PAGE_SIZE, type PaymentsDataset } from './payments-dataset'
import { responseTimes } from './response-times'
import { httpRequest } from './run-load'

const GOAL = 1.3
const FEW = 10_000
const MANY = 1_000_000
/** Share of the rows before the page. */
const DEPTHS = [
  ['first page', 0],
  ['in the middle', 0.5],
  ['at the end', 0.999],
] as const
/** Responses of a round: enough that its p95 is not its worst. */
const RESPONSES_PER_ROUND = 200

/** Measures GET /payments for a merchant with few payments and for one with many, each in its own database, in turn. */
export async function measurePaymentsList(bench: BenchContext): Promise<Figure[]> {
  const few = await createPaymentsDataset(bench, FEW)
  const many = await createPaymentsDataset(bench, MANY).catch(async (error) => {
    await few.stop()
    throw error
  })
  try {
    const figures: Figure[] = []
    for (const [name, depth] of DEPTHS) figures.push(await compare(bench, { name, depth, few, many }))
    return figures
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
}

interface Comparison {
  name: string
  depth: number
  few: PaymentsDataset
  many: PaymentsDataset
}

async function compare(bench: BenchContext, { name, depth, few, many }: Comparison): Promise<Figure> {
  await read(few, depth)
  await read(many, depth)
  const rounds: RoundTimes[] = []
  for (let round = 0; round < bench.options.rounds; round += 1) {
    rounds.push({ many: await read(many, depth), few: await read(few, depth) })
  }
  return p95Figure(
    {
      name: `list of payments, ${name}`,
      goal: GOAL,
      how: `GET /payments?limit=${PAGE_SIZE} on one connection, ${MANY.toLocaleString('en')} payments of one merchant against ${FEW.toLocaleString('en')} in a database of their own, ${bench.options.rounds} times ${RESPONSES_PER_ROUND} answers each, in turn`,
    },
    rounds,
  )
}

function read({ api, apiKey, pageAt }: PaymentsDataset, depth: number): Promise<number[]> {
  const request = httpRequest('GET', api.url + pageAt(depth), { Authorization: `Bearer ${apiKey}` })
  let left = RESPONSES_PER_ROUND + 1
  const next = () => (--left > 0 ? request : null)
  return responseTimes({ url: api.url, seconds: Number.POSITIVE_INFINITY, status: 200, next })
}
