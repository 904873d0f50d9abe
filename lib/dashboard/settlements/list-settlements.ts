import * as z from 'zod'
import { settlementStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import {
  byCreation,
  countsOf,
  countWithTimeout,
  createdWithin,
  isQuicklyCounted,
  listTotals,
  newestFirst,
  PAGE_SIZE,
  readCursor,
  readPage,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import { type ListCount, type ListPage, type ListTotals, listFilter } from '@/lib/dashboard/reads/list'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { literally, searchedText, searchKind, typedAmounts } from '@/lib/dashboard/reads/search-text'
import { dayIn } from '@/lib/domain/calendar-days'
import { addMonths, startOfMonth } from '@/lib/domain/calendar-months'
import type { Prisma } from '@/lib/platform/prisma/client'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import { type ShownSettlement, shownSettlement } from './shown-settlement'

/** Calendar month of the account's zone, such as `2026-11`; excludes years whose neighbors need more than four digits. */
export const monthField = z
  .string()
  .regex(/^[12]\d{3}-(?:0[1-9]|1[0-2])$/)
  .optional()

export const settlementMonthFilterSchema = z.object({ month: monthField.unwrap() })

/**
 * Filters of the settlements list in its URL, in their order in a URL. A settlement belongs to the month of its creation.
 */
export const settlementFilterSchema = listFilter('settlement', settlementStatuses, { month: monthField })

export type SettlementFilter = z.output<typeof settlementFilterSchema>

/** Returns one page of the mirrored settlements, newest first, with the totals that are quick to compute. */
export async function listSettlements(
  ctx: ConnectionContext,
  query: SettlementFilter,
  { limit = PAGE_SIZE }: { limit?: number } = {},
): Promise<ListPage<ShownSettlement>> {
  if (query.q !== undefined) await fetchMissingId(ctx, searchedText(query.q), ['settlements'])
  const { listed } = settlementConditions(ctx, query)
  const { mirrorSettlement } = ctx.prisma
  const [{ shown, ...page }, totals] = await Promise.all([
    readPage('settlement', { cursor: query.cursor, limit, listed, order: byCreation }, (args) =>
      mirrorSettlement.findMany(args),
    ),
    isQuicklyCounted((take) =>
      mirrorSettlement.count({ where: { connectionId: ctx.connectionId }, take }),
    ).then((isQuick) => (isQuick ? countedTotals(ctx, ctx.prisma, query) : null)),
  ])
  return {
    data: shown.map((row): ShownSettlement => {
      // Only a settlement's page and its files show them.
      const { adjustments: _, ...settlement } = shownSettlement(row)
      return settlement
    }),
    ...page,
    totals,
    search: query.q === undefined ? null : { as: searchKind(searchedText(query.q)) },
  }
}

/** Returns the totals of any list of settlements, unless counting them takes too long. */
export async function settlementTotals(ctx: ConnectionContext, query: SettlementFilter): Promise<ListCount> {
  return { totals: await countWithTimeout(() => countedTotals(ctx, ctx.counting, query)) }
}

async function countedTotals(
  ctx: ConnectionContext,
  { mirrorSettlement }: BoundPrisma,
  query: SettlementFilter,
): Promise<ListTotals> {
  const { inAnyStatus, listed } = settlementConditions(ctx, query)
  const cursor = readCursor('settlement', query.cursor)
  const [rows, newer] = await Promise.all([
    mirrorSettlement.groupBy({
      by: ['status', 'currency'],
      // A settlement that its host no longer has stays listed but is not counted.
      where: { AND: inAnyStatus, missingAt: null },
      _count: { _all: true },
      _sum: { netMinor: true },
    }),
    cursor ? mirrorSettlement.count({ where: { AND: [...listed, upToCursor(cursor)] } }) : 0,
  ])
  const { currency } = ctx.account
  const counts = countsOf(settlementStatuses, rows)
  let netMinor = 0n
  for (const row of rows) {
    // A debt is part of the next net: its sum would count twice.
    const isListed = query.status === undefined || query.status === row.status
    if (isListed && row.status !== 'DEBT' && row.currency === currency) netMinor += row._sum.netMinor ?? 0n
  }
  return listTotals(ctx, query, { counts, newer, amount: shownAmount(netMinor, currency) })
}

type Condition = Prisma.MirrorSettlementWhereInput

interface SettlementConditions {
  /** Conditions other than the status: the settlements of all tabs. */
  inAnyStatus: Condition[]
  listed: Condition[]
}

/**
 * Returns the conditions of a list of settlements. A search covers ids, references and amounts (net, gross); one for an
 * id or an amount covers all months.
 */
function settlementConditions(
  { connectionId, account }: Pick<ConnectionContext, 'connectionId' | 'account'>,
  { status, q, month }: SettlementFilter,
): SettlementConditions {
  const text = q === undefined ? null : searchedText(q)
  const isAnyMonth = text !== null && searchKind(text) !== 'text'
  const inAnyStatus: Condition[] = [
    { connectionId },
    ...(text === null ? [] : [{ OR: matches(text, account.currency) }]),
    ...(month === undefined || isAnyMonth
      ? []
      : [
          createdWithin({
            after: startOfMonth(month, account.timezone),
            before: startOfMonth(addMonths(month, 1), account.timezone),
          }),
        ]),
  ]
  return { inAnyStatus, listed: status ? [...inAnyStatus, { status }] : inAnyStatus }
}

function matches(text: string, currency: string): Condition[] {
  const amounts = typedAmounts(text, currency)
  return [
    { id: text },
    { reference: { contains: literally(text), mode: 'insensitive' } },
    ...(amounts.length > 0
      ? [
          { netMinor: { in: amounts.flatMap((minor) => [minor, -minor]) }, currency },
          { grossMinor: { in: amounts }, currency },
        ]
      : []),
  ]
}

/** Room for several per day; beyond that the list has the rest. */
const SETTLEMENTS_MAX = 200

/** Returns the settlements whose payments end in a calendar month of the account's zone, such as `2026-11`. */
export async function settlementMonth(ctx: ConnectionContext, month: string) {
  const { timezone } = ctx.account
  const [start, end] = [month, addMonths(month, 1)].map((one) => startOfMonth(one, timezone))
  const rows = await ctx.prisma.mirrorSettlement.findMany({
    // The end of a period is exclusive.
    where: { connectionId: ctx.connectionId, periodEnd: { gt: start, lte: end }, missingAt: null },
    orderBy: newestFirst,
    take: SETTLEMENTS_MAX,
  })
  const settlements = rows.map((row) => {
    const { id, status, currency, net_amount: net, period_start, period_end } = shownSettlement(row)
    const day = dayIn(row.periodEnd.getTime() - 1, timezone)
    return { id, day, period_start, period_end, net, currency, status }
  })
  return { settlements }
}
