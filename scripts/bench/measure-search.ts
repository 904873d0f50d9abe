import type { ConnectionContext } from '@/lib/dashboard/context'
import { listCustomers } from '@/lib/dashboard/customers/list-customers'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import type { BenchContext } from './bench-context'
import type { Figure } from './figure'
import { createMirrorDataset } from './mirror-dataset'
import { percentile } from './percentile'
import { singleFigure } from './single-figure'

const GOAL_MS = 50
const READS = 20
const FEW = 1_000
const role = 'OWNER'
const nouns = { links: true, payments: true, customers: true, settlements: true }

type Search = (ctx: ConnectionContext, q: string) => Promise<unknown>
const lists: Readonly<Record<string, Search>> = {
  customers: (ctx, q) => listCustomers(ctx, { q }, { role }),
  payments: (ctx, q) => listPayments(ctx, { q }, { role }),
  palette: (ctx, text) => findAnything(ctx, { text, nouns, role }),
}

/** Measures searches of a large account, and of a small one in the same tables. */
export async function measureSearch(bench: BenchContext): Promise<Figure[]> {
  const { mirrored } = bench.options
  const dataset = await createMirrorDataset(bench, mirrored, { neighbor: FEW })
  try {
    const figures: Figure[] = []
    for (const [whose, ctx] of [
      [`of ${mirrored.toLocaleString('en')} payments`, dataset.ctx],
      [`of ${FEW.toLocaleString('en')} beside them`, dataset.neighbor],
    ] as const)
      for (const [what, q] of Object.entries(await textsOf(ctx)))
        for (const [list, search] of Object.entries(lists))
          figures.push(await figureOf(`${list} by ${what}, ${whose}`, () => search(ctx, q)))
    return figures
  } finally {
    await dataset.close()
  }
}

async function textsOf(ctx: ConnectionContext): Promise<Record<string, string>> {
  const [person] = await ctx.prisma.mirrorCustomer.findMany({
    where: { connectionId: ctx.connectionId, id: { endsWith: '0' } },
    orderBy: { id: 'asc' },
    skip: 7,
    take: 1,
  })
  const surname = (person?.name ?? '').split(' ')[1]?.toLowerCase() ?? ''
  const phone = person?.phoneDigits ?? ''
  return {
    'a common name': 'maria',
    'two common names': 'jorge vega',
    'a rare name': surname,
    'a fragment of one': surname.slice(1, 5),
    'a rare name with a mistake': `${surname.slice(0, 3)}x${surname.slice(4)}`,
    'a name that nobody has': 'qqxyzzy',
    'last four of a phone': phone.slice(-4),
    'six digits within a phone': phone.slice(4, 10),
    'a fragment of a reference': (person?.externalRef ?? '').slice(2, 8),
  }
}

async function figureOf(name: string, search: () => Promise<unknown>): Promise<Figure> {
  const times: number[] = []
  for (let read = 0; read <= READS; read += 1) {
    const begun = performance.now()
    await search()
    // The first read is cold.
    if (read > 0) times.push(performance.now() - begun)
  }
  return {
    ...singleFigure({
      name,
      unit: 'ms',
      ours: percentile(times, 50),
      rounds: times,
      how: `the whole read, one at a time; median of ${READS}`,
    }),
    goal: { kind: 'at_most', value: GOAL_MS },
  }
}
