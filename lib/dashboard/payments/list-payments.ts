import { z } from 'zod'
import { searchWords } from '@/lib/contract/search-words'
import { paymentStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import {
  afterCursor,
  createdWithin,
  cutPage,
  newestFirst,
  oldestFirst,
  placeOfPage,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import type { Page, SearchKind } from '@/lib/dashboard/reads/page'
import { idField, listFields, type QuerySource, readQuery } from '@/lib/dashboard/reads/read-query'
import { hasWord, searchKind, textHas } from '@/lib/dashboard/reads/search-kind'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import { typedAmounts } from '@/lib/dashboard/reads/typed-amounts'
import { refusals } from '@/lib/messages/refusals'
import type { Prisma } from '@/lib/platform/prisma/client'
import { type ShownPayment, shownPayment } from './shown-payment'
import { unpaidIds } from './unpaid-declines'

/** Major units of the account's currency, as a plain decimal; both ends belong to the range. */
const amountField = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,4})?$/, { message: refusals.fields.amount })
  .transform(Number)
  .optional()

const listPaymentsQuery = z.object({
  ...listFields('payment', paymentStatuses),
  link_id: idField,
  customer_id: idField,
  /** Four digits or a brand's name. */
  card: z
    .string()
    .regex(/^(?:\d{4}|[a-z]{2,20})$/, { message: refusals.fields.card })
    .optional(),
  amount_min: amountField,
  amount_max: amountField,
  /** The declines that Home counts: whose payers have not paid since. */
  unpaid: z.literal('1', { error: refusals.fields.unpaid }).optional(),
})
export type ListPayments = z.output<typeof listPaymentsQuery>

/** Reads a query of the payments' list. Throws Refusal `invalid_parameters`. */
export function parseListPayments(source: QuerySource): ListPayments {
  return readQuery(listPaymentsQuery, source)
}

/** One page of the mirrored payments, newest first, with the counts of every tab. `totals.amount` is what was approved. */
export async function listPayments(ctx: ConnectionContext, query: ListPayments): Promise<Page<ShownPayment>> {
  const base = await paymentConditions(ctx, query)
  const filtered: Prisma.MirrorPaymentWhereInput[] = query.status ? [...base, { status: query.status }] : base
  const { mirrorPayment } = ctx.prisma
  const [rows, place, groups] = await Promise.all([
    mirrorPayment.findMany({
      where: { AND: query.cursor ? [...filtered, afterCursor(query.cursor)] : filtered },
      orderBy: newestFirst,
      take: query.limit + 1,
    }),
    placeOfPage('payment', query, (cursor) => {
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
  const { shown, ...page } = cutPage('payment', rows, query.limit)
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
    search: query.q === undefined ? null : { as: searchKind(query.q) },
  }
}

/**
 * Everything but the status. A search that names one thing (an id, an e-mail, a card's last four digits, an
 * amount, an authorization code) goes over all dates; words in names and titles are looked for within the date window.
 */
export async function paymentConditions(
  ctx: ConnectionContext,
  query: ListPayments,
): Promise<Prisma.MirrorPaymentWhereInput[]> {
  const { connectionId, account } = ctx
  const { q, link_id, customer_id, card, amount_min, amount_max, created_after, created_before } = query
  const minor = (major: number) => mirrorAmount(major, account.currency)
  return [
    { connectionId },
    ...(link_id === undefined ? [] : [{ linkId: link_id }]),
    ...(customer_id === undefined ? [] : [{ customerId: customer_id }]),
    ...(card === undefined ? [] : [/^\d/.test(card) ? { cardLast4: card } : { cardBrand: card }]),
    ...(amount_min === undefined ? [] : [{ amountMinor: { gte: minor(amount_min) } }]),
    ...(amount_max === undefined ? [] : [{ amountMinor: { lte: minor(amount_max) } }]),
    ...(query.unpaid ? [{ id: { in: await unpaidIds(ctx) } }] : []),
    ...(q === undefined ? [] : [{ OR: paymentMatches(q, searchKind(q), account.currency) }]),
    ...(ignoresDates(q) ? [] : [createdWithin(created_after, created_before)]),
  ]
}

/** Whether a search text names one thing, so that it is looked for at any date. */
function ignoresDates(q: string | undefined): boolean {
  return q !== undefined && searchKind(q) !== 'text'
}

/**
 * A search text as alternatives that each find a payment; `kind` is what the text is taken for, `currency` that of the
 * amounts which it may name.
 */
export function paymentMatches(
  q: string,
  kind: SearchKind,
  currency: string,
): Prisma.MirrorPaymentWhereInput[] {
  if (kind === 'email') return [textHas(q)]
  if (kind === 'id') return [{ id: q }, { linkId: q }, { customerId: q }, { processorReference: q }]
  const amounts = typedAmounts(q, currency)
  // A number or six capitals may be one of several things: what else they could be is searched with them.
  return [
    kind === 'text' ? wordsOrAmounts(q, currency) : textHas(q),
    { id: q },
    { processorReference: q },
    ...(amounts.length > 0 ? [{ amountMinor: { in: amounts }, currency }] : []),
    ...(kind === 'last4'
      ? [{ cardLast4: q }]
      : kind === 'amount'
        ? []
        : [{ authorizationCode: { in: [q, q.toUpperCase(), q.toLowerCase()] } }]),
  ]
}

/** Every word in the names and titles, or as what was paid: `Olivia Prescott 32.40 USD`. */
function wordsOrAmounts(q: string, currency: string): Prisma.MirrorPaymentWhereInput {
  const words = searchWords(q).map((word) => ({ word, amounts: typedAmounts(word, currency) }))
  const isCurrencyOfAmount = (word: string) =>
    word === currency.toLowerCase() && words.some(({ amounts }) => amounts.length > 0)
  return {
    AND: words.flatMap(({ word, amounts }): Prisma.MirrorPaymentWhereInput[] => {
      if (isCurrencyOfAmount(word)) return []
      if (amounts.length === 0) return [hasWord(word)]
      return [{ OR: [hasWord(word), { amountMinor: { in: amounts }, currency }] }]
    }),
  }
}
