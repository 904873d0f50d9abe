import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { createdWithin } from '@/lib/dashboard/reads/keyset'
import { searchedText, searchKind } from '@/lib/dashboard/reads/search-text'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { periodBounds } from '@/lib/dashboard/schema/period'
import { readCardChoice } from '@/lib/domain/card'
import type { Prisma } from '@/lib/platform/prisma/client'
import { paymentMatches } from './payment-matches'
import { unpaidIds } from './unpaid-declines'

export interface PaymentConditions {
  /** Conditions other than the status: the payments of all tabs. */
  inAnyStatus: Prisma.MirrorPaymentWhereInput[]
  listed: Prisma.MirrorPaymentWhereInput[]
  /** Ids of the payments that only resemble the search. */
  near: string[]
}

/**
 * Returns the conditions of a list of payments. A search for one object (an id or a URL with one, an e-mail, a card, an
 * amount, an authorization code) ignores the date window; names, titles and references are searched within it.
 */
export async function paymentConditions(
  ctx: ConnectionContext,
  query: PaymentFilter,
): Promise<PaymentConditions> {
  const { connectionId, account } = ctx
  const { q, link, customer, settlement, unsettled, card, min, max } = query
  const minor = (major: string) => mirrorAmount(Number(major), account.currency)
  const matches = q === undefined ? null : await paymentMatches(ctx, searchedText(q))
  const inAnyStatus = [
    { connectionId },
    ...(link === undefined ? [] : [{ linkId: link }]),
    ...(customer === undefined ? [] : [{ customerId: customer }]),
    ...(settlement === undefined ? [] : [{ settlementId: settlement }]),
    ...(unsettled === undefined ? [] : [{ settlementId: null }]),
    ...(card === undefined ? [] : [cardCondition(card)]),
    ...(min === undefined ? [] : [{ amountMinor: { gte: minor(min) } }]),
    ...(max === undefined ? [] : [{ amountMinor: { lte: minor(max) } }]),
    ...(query.unpaid ? [{ id: { in: await unpaidIds(ctx) } }] : []),
    ...(matches ? [{ OR: matches.anyOf }] : []),
    ...(ignoresDates(q) ? [] : [createdWithin(periodBounds(query, account.timezone, ctx.now().getTime()))]),
  ]
  const listed = query.status ? [...inAnyStatus, { status: query.status }] : inAnyStatus
  return { inAnyStatus, listed, near: matches?.near ?? [] }
}

function cardCondition(text: string): Prisma.MirrorPaymentWhereInput {
  const { brand, last4 } = readCardChoice(text)
  return { ...(brand ? { cardBrand: brand } : {}), ...(last4 ? { cardLast4: last4 } : {}) }
}

/** Returns true for a search text that identifies one object, which is searched at any date. */
function ignoresDates(q: string | undefined): boolean {
  return q !== undefined && searchKind(searchedText(q)) !== 'text'
}
