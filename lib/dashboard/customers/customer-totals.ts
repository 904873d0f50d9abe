import { customerStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { countWithTimeout, isQuicklyCounted, readCursor, upToCursor } from '@/lib/dashboard/reads/keyset'
import { searchedText } from '@/lib/dashboard/reads/search-text'
import type { CustomerFilter } from '@/lib/dashboard/schema/customer'
import type { ListCount, ListTotals } from '@/lib/dashboard/schema/list'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import { type CustomerConditions, customerConditions } from './customer-conditions'
import { customerSearch } from './customer-matches'

/** Returns the totals of a list of customers if they are quick to compute. */
export async function quickCustomerTotals(
  ctx: ConnectionContext,
  query: CustomerFilter,
  conditions: CustomerConditions,
): Promise<ListTotals | null> {
  const where = { connectionId: ctx.connectionId }
  const isQuick = await isQuicklyCounted((take) => ctx.prisma.mirrorCustomer.count({ where, take }))
  return isQuick ? countedTotals(ctx, ctx.prisma, query, conditions) : null
}

/** Returns the totals of any list of customers, unless counting them takes too long. */
export async function customerTotals(ctx: ConnectionContext, query: CustomerFilter): Promise<ListCount> {
  const search = query.q === undefined ? null : await customerSearch(ctx, searchedText(query.q))
  const conditions = customerConditions(ctx, query, search)
  return { totals: await countWithTimeout(() => countedTotals(ctx, ctx.counting, query, conditions)) }
}

async function countedTotals(
  { account }: ConnectionContext,
  { mirrorCustomer }: BoundPrisma,
  query: CustomerFilter,
  { inAnyStatus, listed }: CustomerConditions,
): Promise<ListTotals> {
  const cursor = readCursor('customer', query.cursor)
  const [rows, newer] = await Promise.all([
    mirrorCustomer.groupBy({ by: ['status'], where: { AND: inAnyStatus }, _count: { _all: true } }),
    cursor ? mirrorCustomer.count({ where: { AND: [...listed, upToCursor(cursor)] } }) : 0,
  ])
  const counts: Record<string, number> = { ALL: 0 }
  for (const known of customerStatuses) counts[known] = 0
  for (const { status, _count } of rows) {
    counts[status] = _count._all
    counts.ALL = (counts.ALL ?? 0) + _count._all
  }
  const { currency } = account
  return { from: newer + 1, counts, count: counts[query.status ?? 'ALL'] ?? 0, amount: 0, currency }
}
