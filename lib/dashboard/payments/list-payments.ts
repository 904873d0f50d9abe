import { readCardChoice } from '@/lib/contract/card-choice'
import { paymentStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { askForId } from '@/lib/dashboard/reads/ask-for-id'
import {
  afterCursor,
  createdWithin,
  cutPage,
  newestFirst,
  oldestFirst,
  PAGE_SIZE,
  placeOfPage,
  readCursor,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import { readQuery } from '@/lib/dashboard/reads/read-query'
import { lastSegment, searchKind } from '@/lib/dashboard/reads/search-kind'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import type { ListPage, QuerySource } from '@/lib/dashboard/schema/list'
import { type PaymentFilter, paymentFilterSchema, type ShownPayment } from '@/lib/dashboard/schema/payment'
import { periodBounds } from '@/lib/dashboard/schema/period'
import type { Prisma } from '@/lib/platform/prisma/client'
import { paymentMatches } from './payment-matches'
import { shownPayment } from './shown-payment'
import { unpaidIds } from './unpaid-declines'

/** Reads a query of the payments' list. Throws Refusal `invalid_parameters`. */
export function parseListPayments(source: QuerySource): PaymentFilter {
  return readQuery(paymentFilterSchema, source)
}

/** One page of the mirrored payments, newest first, with the counts of every tab. `totals.amount` is what was approved. */
export async function listPayments(
  ctx: ConnectionContext,
  query: PaymentFilter,
  { limit = PAGE_SIZE }: { limit?: number } = {},
): Promise<ListPage<ShownPayment>> {
  const cursor = readCursor('payment', query.cursor)
  if (query.q !== undefined) await askForId(ctx, lastSegment(query.q), ['payments'])
  const base = await paymentConditions(ctx, query)
  const filtered: Prisma.MirrorPaymentWhereInput[] = query.status ? [...base, { status: query.status }] : base
  const { mirrorPayment } = ctx.prisma
  const [rows, place, groups] = await Promise.all([
    mirrorPayment.findMany({
      where: { AND: cursor ? [...filtered, afterCursor(cursor)] : filtered },
      orderBy: newestFirst,
      take: limit + 1,
    }),
    placeOfPage('payment', { cursor, limit }, (cursor) => {
      const where = { AND: [...filtered, upToCursor(cursor)] }
      return {
        count: () => mirrorPayment.count({ where }),
        back: (skip) => mirrorPayment.findFirst({ where, orderBy: oldestFirst, skip }),
      }
    }),
    // One pass tells the tabs' counts and the sum together: at a million rows a second pass is felt.
    mirrorPayment.groupBy({
      by: ['status', 'currency'],
      where: { AND: base },
      _count: { _all: true },
      _sum: { amountMinor: true },
    }),
  ])
  const { shown, ...page } = cutPage('payment', rows, limit)
  const counts: Record<string, number> = { ALL: 0 }
  for (const status of paymentStatuses) counts[status] = 0
  let approvedMinor = 0n
  for (const { status, currency, _count, _sum } of groups) {
    counts[status] = (counts[status] ?? 0) + _count._all
    counts.ALL = (counts.ALL ?? 0) + _count._all
    const isShown = query.status === undefined || query.status === status
    if (isShown && status === 'APPROVED' && currency === ctx.account.currency)
      approvedMinor += _sum.amountMinor ?? 0n
  }
  return {
    data: shown.map(shownPayment),
    ...page,
    ...place,
    counts,
    totals: {
      count: counts[query.status ?? 'ALL'] ?? 0,
      amount: shownAmount(approvedMinor, ctx.account.currency),
      currency: ctx.account.currency,
    },
    search: query.q === undefined ? null : { as: searchKind(lastSegment(query.q)) },
  }
}

/**
 * Everything but the status. A search that names one thing (an id or an address with one, an e-mail, a card, an
 * amount, an authorization code) goes over all dates; words in names, titles and references within the date window.
 */
export async function paymentConditions(
  ctx: ConnectionContext,
  query: PaymentFilter,
): Promise<Prisma.MirrorPaymentWhereInput[]> {
  const { connectionId, account } = ctx
  const { q, link, customer, card, min, max } = query
  const minor = (major: string) => mirrorAmount(Number(major), account.currency)
  return [
    { connectionId },
    ...(link === undefined ? [] : [{ linkId: link }]),
    ...(customer === undefined ? [] : [{ customerId: customer }]),
    ...(card === undefined ? [] : [cardCondition(card)]),
    ...(min === undefined ? [] : [{ amountMinor: { gte: minor(min) } }]),
    ...(max === undefined ? [] : [{ amountMinor: { lte: minor(max) } }]),
    ...(query.unpaid ? [{ id: { in: await unpaidIds(ctx) } }] : []),
    ...(q === undefined ? [] : [{ OR: await paymentMatches(ctx, lastSegment(q)) }]),
    ...(ignoresDates(q) ? [] : [createdWithin(periodBounds(query, account.timezone, ctx.now().getTime()))]),
  ]
}

function cardCondition(text: string): Prisma.MirrorPaymentWhereInput {
  const { brand, last4 } = readCardChoice(text)
  return { ...(brand ? { cardBrand: brand } : {}), ...(last4 ? { cardLast4: last4 } : {}) }
}

/** Whether a search text names one thing, so that it is looked for at any date. */
function ignoresDates(q: string | undefined): boolean {
  return q !== undefined && searchKind(lastSegment(q)) !== 'text'
}
