import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  afterCursor,
  cutPage,
  newerCursor,
  newestFirst,
  oldestFirst,
  PAGE_SIZE,
  readCursor,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import { searchedText, searchKind } from '@/lib/dashboard/reads/search-text'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { PaymentFilter, ShownPayment } from '@/lib/dashboard/schema/payment'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { settlementNames } from '@/lib/dashboard/settlements/settlement-names'
import { paymentConditions } from './payment-conditions'
import { quickPaymentTotals } from './payment-totals'
import { shownPayment } from './shown-payment'

/**
 * Returns one page of the mirrored payments as `role` sees them, newest first, with the totals that are quick to compute.
 */
export async function listPayments(
  ctx: ConnectionContext,
  query: PaymentFilter,
  { role, limit = PAGE_SIZE }: { role: MemberRole; limit?: number },
): Promise<ListPage<ShownPayment>> {
  const cursor = readCursor('payment', query.cursor)
  if (query.q !== undefined) await fetchMissingId(ctx, searchedText(query.q), ['payments'])
  const conditions = await paymentConditions(ctx, query)
  const { listed, near } = conditions
  const { mirrorPayment } = ctx.prisma
  const [rows, newer_cursor, totals] = await Promise.all([
    mirrorPayment.findMany({
      where: { AND: cursor ? [...listed, afterCursor(cursor)] : listed },
      orderBy: newestFirst,
      take: limit + 1,
    }),
    newerCursor('payment', { cursor, limit }, (cursor, skip) =>
      mirrorPayment.findFirst({
        where: { AND: [...listed, upToCursor(cursor)] },
        orderBy: oldestFirst,
        skip,
      }),
    ),
    quickPaymentTotals(ctx, query, conditions),
  ])
  const { shown, ...page } = cutPage('payment', rows, limit)
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
    newer_cursor,
    totals,
    search:
      query.q === undefined
        ? null
        : { as: searchKind(searchedText(query.q)), near: onlyResemble(shown, near) },
  }
}
