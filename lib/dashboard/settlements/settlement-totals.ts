import { settlementStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { countWithTimeout, isQuicklyCounted, readCursor, upToCursor } from '@/lib/dashboard/reads/keyset'
import type { ListCount, ListTotals } from '@/lib/dashboard/schema/list'
import type { SettlementFilter } from '@/lib/dashboard/schema/settlement'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import { settlementConditions } from './settlement-conditions'

/** Returns the totals of a list of settlements if they are quick to compute. */
export async function quickSettlementTotals(
  ctx: ConnectionContext,
  query: SettlementFilter,
): Promise<ListTotals | null> {
  const where = { connectionId: ctx.connectionId }
  const isQuick = await isQuicklyCounted((take) => ctx.prisma.mirrorSettlement.count({ where, take }))
  return isQuick ? countedTotals(ctx, ctx.prisma, query) : null
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
  const counts: Record<string, number> = { ALL: 0 }
  for (const known of settlementStatuses) counts[known] = 0
  let netMinor = 0n
  for (const row of rows) {
    counts[row.status] = (counts[row.status] ?? 0) + row._count._all
    counts.ALL = (counts.ALL ?? 0) + row._count._all
    // A debt is part of the next net: its sum would count twice.
    const isListed = query.status === undefined || query.status === row.status
    if (isListed && row.status !== 'DEBT' && row.currency === currency) netMinor += row._sum.netMinor ?? 0n
  }
  const amount = shownAmount(netMinor, currency)
  return { from: newer + 1, counts, count: counts[query.status ?? 'ALL'] ?? 0, amount, currency }
}
