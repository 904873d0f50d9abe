import { encodeCursor } from '@/lib/contract/cursor'
import { balanceView } from '@/lib/dashboard/balance/balance-view'
import { settlementMonth } from '@/lib/dashboard/balance/settlement-month'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentTotals } from '@/lib/dashboard/payments/payment-totals'
import { readOverview, readUnpaid } from '@/lib/dashboard/payments/read-overview'
import { getSettlement } from '@/lib/dashboard/settlements/get-settlement'
import { listSettlements } from '@/lib/dashboard/settlements/list-settlements'
import type { BenchContext } from './bench-context'
import type { Figure } from './figure'
import { createMirrorDataset, LARGE_SETTLEMENT } from './mirror-dataset'
import type { BenchOptions } from './options'
import { p95Figure, type RoundTimes } from './p95-figure'
import { percentile } from './percentile'
import { singleFigure } from './single-figure'

const GOAL = 1.5
const FEW = 10_000
/** Reads of a round: enough that its p95 is not its worst. */
const READS_PER_ROUND = 100
const DAY_MS = 86_400_000
const role = 'OWNER'

type Read = (ctx: ConnectionContext) => Promise<unknown>

/** Reads that a page waits for. */
const ROWS: Readonly<Record<string, Read>> = {
  'list of payments': (ctx) => listPayments(ctx, {}, { role }),
  'list of payments, a page of last week': (ctx) => listPayments(ctx, { cursor: weekAgo(ctx) }, { role }),
  'list of payments, by status': (ctx) => listPayments(ctx, { status: 'FAILED' }, { role }),
  'list of payments, by amount': (ctx) => listPayments(ctx, { min: '200', max: '250' }, { role }),
  'list of payments, one month by status': (ctx) =>
    listPayments(ctx, { status: 'APPROVED', period: 'month' }, { role }),
  Home: (ctx) =>
    Promise.all([readOverview(ctx, role), balanceView(ctx, 'mirror'), listPayments(ctx, {}, { role })]),
  Balance: (ctx) =>
    Promise.all([
      balanceView(ctx, 'mirror'),
      listSettlements(ctx, {}),
      settlementMonth(ctx, ctx.now().toISOString().slice(0, 7)),
    ]),
  'settlement of 5,000 payments': (ctx) =>
    Promise.all([
      getSettlement(ctx, LARGE_SETTLEMENT, { from: 'mirror' }),
      listPayments(ctx, { settlement: LARGE_SETTLEMENT }, { role }),
    ]),
}

/** Reads of a second request. */
const TOTALS: Readonly<Record<string, Read>> = {
  'totals by amount': (ctx) => paymentTotals(ctx, { min: '200', max: '250' }),
  'unpaid declines of Home': (ctx) => readUnpaid(ctx, role),
}

/**
 * Measures the dashboard's reads over a mirror of few payments and one of many, most of them of the last month, in turn.
 */
export async function measureMirrorReads(bench: BenchContext): Promise<Figure[]> {
  const few = await createMirrorDataset(bench, FEW)
  try {
    const many = await createMirrorDataset(bench, bench.options.mirrored)
    try {
      return await compareReads(bench.options, few.ctx, many.ctx)
    } finally {
      await many.close()
    }
  } finally {
    await few.close()
  }
}

async function compareReads(
  { rounds, mirrored }: BenchOptions,
  few: ConnectionContext,
  many: ConnectionContext,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, read] of Object.entries(ROWS))
    figures.push(await compare(name, read, { rounds, few, many, mirrored }))
  for (const [name, read] of Object.entries(TOTALS)) {
    await read(many)
    const ours = percentile(await timesOf(read, many, rounds), 95)
    figures.push(
      singleFigure({
        name,
        unit: 'ms',
        ours,
        how: `a second request, over ${mirrored.toLocaleString('en')} payments; the slowest of ${rounds}`,
      }),
    )
  }
  return figures
}

interface Sides {
  rounds: number
  /** Payments of the large mirror. */
  mirrored: number
  few: ConnectionContext
  many: ConnectionContext
}

async function compare(name: string, read: Read, { rounds, mirrored, few, many }: Sides): Promise<Figure> {
  await timesOf(read, few, READS_PER_ROUND)
  await timesOf(read, many, READS_PER_ROUND)
  const taken: RoundTimes[] = []
  for (let round = 0; round < rounds; round += 1) {
    taken.push({
      many: await timesOf(read, many, READS_PER_ROUND),
      few: await timesOf(read, few, READS_PER_ROUND),
    })
  }
  return p95Figure(
    {
      name,
      goal: GOAL,
      how: `the read alone, one at a time; ${mirrored.toLocaleString('en')} mirrored payments against ${FEW.toLocaleString('en')}, four fifths of them of the last 30 days`,
    },
    taken,
  )
}

async function timesOf(read: Read, ctx: ConnectionContext, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now()
    await read(ctx)
    taken.push(performance.now() - begun)
  }
  return taken
}

function weekAgo(ctx: ConnectionContext): string {
  const createdAt = new Date(ctx.now().getTime() - 7 * DAY_MS)
  return encodeCursor({ resource: 'payment', createdAt, id: 'pay_' })
}
