import { paymentStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import {
  byCreation,
  countWithTimeout,
  isQuicklyCounted,
  listTotals,
  PAGE_SIZE,
  readCursor,
  readPage,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import type { ListCount, ListPage, ListTotals } from '@/lib/dashboard/reads/list'
import { periodDays } from '@/lib/dashboard/reads/period'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { searchResult } from '@/lib/dashboard/reads/search-mirror'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { settlementNames } from '@/lib/dashboard/settlements/shown-settlement'
import { addDays, dayIn, startOfDay } from '@/lib/domain/calendar-days'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import { sql } from '@/lib/platform/sql'
import { ofObjects, type PaymentConditions, type PaymentFilter, paymentConditions } from './payment-filter'
import { type ShownPayment, shownPayment } from './shown-payment'

/**
 * Returns one page of the mirrored payments as `role` sees them, newest first, with the totals that are quick to compute.
 */
export async function listPayments(
  ctx: ConnectionContext,
  query: PaymentFilter,
  { role, limit = PAGE_SIZE }: { role: MemberRole; limit?: number },
): Promise<ListPage<ShownPayment>> {
  if (query.q !== undefined) await fetchMissingId(ctx, searchedText(query.q), ['payments'])
  const conditions = await paymentConditions(ctx, query)
  const { listed, near } = conditions
  const [{ shown, ...page }, totals] = await Promise.all([
    readPage('payment', { cursor: query.cursor, limit, listed, order: byCreation }, (args) =>
      ctx.prisma.mirrorPayment.findMany(args),
    ),
    quickPaymentTotals(ctx, query, conditions),
  ])
  const names = await settlementNames(
    ctx,
    shown.flatMap(({ settlementId }) => settlementId ?? []),
  )
  return {
    data: shown.map((row) => ({
      ...shownPayment(row, role),
      settlement: (row.settlementId !== null && names.get(row.settlementId)) || null,
    })),
    ...page,
    totals,
    search: searchResult(query.q, shown, near),
  }
}

/** Returns the totals of a list of payments if they are quick to compute; `amount` is the approved amount. `conditions`: its own. */
async function quickPaymentTotals(
  ctx: ConnectionContext,
  query: PaymentFilter,
  conditions: PaymentConditions,
): Promise<ListTotals | null> {
  const known = await totalsByDays(ctx, query, conditions)
  if (known) return known
  const where = { connectionId: ctx.connectionId, ...ofObjects(query) }
  const isQuick = await isQuicklyCounted((take) => ctx.prisma.mirrorPayment.count({ where, take }))
  return isQuick ? countedTotals(ctx, ctx.prisma, query, conditions) : null
}

/** Returns the totals of any list of payments, unless counting them takes too long. */
export async function paymentTotals(ctx: ConnectionContext, query: PaymentFilter): Promise<ListCount> {
  const conditions = await paymentConditions(ctx, query)
  const known = await totalsByDays(ctx, query, conditions)
  const count = () => countedTotals(ctx, ctx.counting, query, conditions)
  return { totals: known ?? (await countWithTimeout(count)) }
}

interface Group {
  status: string
  currency: string
  count: number
  minor: bigint
  /** Part of it that was refunded, if it is known. */
  refundedMinor?: bigint
}

/** Adds up `payment_day` for a list that is filtered by whole days only; null for every other list. */
async function totalsByDays(ctx: ConnectionContext, query: PaymentFilter, { listed }: PaymentConditions) {
  const { status, period, from: first, to: last, cursor: place, ...narrowing } = query
  if (Object.values(narrowing).some((value) => value !== undefined)) return null
  const { timezone } = ctx.account
  const days = periodDays({ period, from: first, to: last }, timezone, ctx.now().getTime())
  const cursor = readCursor('payment', place)
  const cursorDay = cursor && dayIn(cursor.createdAt.getTime(), timezone)
  const restOfDay = cursor &&
    cursorDay && {
      AND: [
        ...listed,
        upToCursor(cursor),
        { createdAt: { lt: new Date(startOfDay(addDays(cursorDay, 1), timezone)) } },
      ],
    }
  const needsDays = days.from !== undefined || days.to !== undefined || cursor !== undefined
  const [{ rows }, newerOfDay] = await Promise.all([
    // The outer join returns a row if there is no payment, and none if the days belong to another zone.
    ctx.db.query<DayRow>(sql`
      SELECT status, currency, sum(payments)::int AS count, sum(amount_minor)::text AS minor,
        (sum(payments) FILTER (WHERE day > ${cursorDay ?? null}::date))::int AS newer
      FROM dashboard.connection c LEFT JOIN dashboard.payment_day d ON d.connection_id = c.id
        AND day >= COALESCE(${days.from ?? null}::date, '-infinity')
        AND day <= COALESCE(${days.to ?? null}::date, 'infinity')
      WHERE c.id = ${ctx.connectionId} AND (NOT ${needsDays} OR c.day_zone = ${timezone}) GROUP BY status, currency`),
    restOfDay ? ctx.prisma.mirrorPayment.count({ where: restOfDay }) : 0,
  ])
  if (rows.length === 0) return null
  const groups = rows.flatMap(({ status, currency, count, minor }) =>
    status === null || currency === null ? [] : [{ status, currency, count, minor: BigInt(minor) }],
  )
  const newerDays = rows.reduce(
    (sum, row) => sum + (status === undefined || row.status === status ? (row.newer ?? 0) : 0),
    0,
  )
  return totalsOf(ctx, { status, groups, newer: newerDays + newerOfDay })
}

interface DayRow {
  status: string | null
  currency: string | null
  count: number
  minor: string
  newer: number | null
}

/** Counts and sums the payments themselves: one pass for all tabs. */
async function countedTotals(
  ctx: ConnectionContext,
  { mirrorPayment }: BoundPrisma,
  query: PaymentFilter,
  { inAnyStatus, listed }: PaymentConditions,
): Promise<ListTotals> {
  const cursor = readCursor('payment', query.cursor)
  const [rows, newer] = await Promise.all([
    mirrorPayment.groupBy({
      by: ['status', 'currency'],
      where: { AND: inAnyStatus },
      _count: { _all: true },
      _sum: { amountMinor: true, refundedMinor: true },
    }),
    cursor ? mirrorPayment.count({ where: { AND: [...listed, upToCursor(cursor)] } }) : 0,
  ])
  const groups = rows.map(({ status, currency, _count, _sum }) => ({
    status,
    currency,
    count: _count._all,
    minor: _sum.amountMinor ?? 0n,
    refundedMinor: _sum.refundedMinor ?? 0n,
  }))
  return totalsOf(ctx, { status: query.status, groups, newer })
}

function totalsOf(
  ctx: ConnectionContext,
  { status, groups, newer }: { status: string | undefined; groups: readonly Group[]; newer: number },
): ListTotals {
  const { currency } = ctx.account
  const counts: Record<string, number> = { ALL: 0 }
  for (const known of paymentStatuses) counts[known] = 0
  let approvedMinor = 0n
  let refundedMinor: bigint | undefined = 0n
  for (const group of groups) {
    counts[group.status] = (counts[group.status] ?? 0) + group.count
    counts.ALL = (counts.ALL ?? 0) + group.count
    const isShown = status === undefined || status === group.status
    if (!isShown || group.status !== 'APPROVED' || group.currency !== currency) continue
    approvedMinor += group.minor
    refundedMinor = group.refundedMinor
  }
  return {
    ...listTotals(ctx, { status }, { counts, newer, amount: shownAmount(approvedMinor, currency) }),
    ...(refundedMinor !== undefined && { net: shownAmount(approvedMinor - refundedMinor, currency) }),
  }
}

/** Returns the title of a mirrored link, for the name of a filter; null if the mirror lacks it. */
export async function linkTitle({ connectionId, prisma }: ConnectionContext, id: string) {
  const row = await prisma.mirrorLink.findUnique({
    where: { connectionId_id: { connectionId, id } },
    select: { title: true },
  })
  return row?.title ?? null
}
