import { readTypedPhone, type TypedPhone } from '@/lib/contract/phone'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { hasWord, searchKind } from '@/lib/dashboard/reads/search-kind'
import { searchTerms } from '@/lib/dashboard/reads/search-terms'
import { typedCard } from '@/lib/dashboard/reads/typed-card'
import type { SearchKind } from '@/lib/dashboard/schema/list'
import type { Prisma } from '@/lib/platform/prisma/client'
import { phoneMatches } from './phone-matches'

type Condition = Prisma.MirrorCustomerWhereInput

/** Newest payments whose customers a search by a code or a reference names. */
const PAYMENTS_MAX = 20

/** The meaning of a search text among customers. */
export interface CustomerSearch {
  as: SearchKind
  /** The phone, or the part of one, that the text may be. */
  phone: TypedPhone | null
  /** Alternatives that each find a customer. */
  matches: Condition[]
}

/**
 * Reads a search text: a phone in any notation, a name without accents, an e-mail, an id, a reference, a card's last four
 * digits, or the id, authorization code or processor reference of one of the customer's payments.
 */
export async function customerSearch(ctx: ConnectionContext, text: string): Promise<CustomerSearch> {
  const phone = readTypedPhone(text, ctx.account.country ?? null)
  const kind = searchKind(text)
  const payers = await customersOfPayments(ctx, text)
  const card = typedCard(text)
  const matches: Condition[] = [
    // Without a text condition a whole phone is looked up in indexes alone.
    ...(phone?.isWhole
      ? []
      : [{ AND: searchTerms(text, ctx.account.currency).map(({ word }) => hasWord(word)) }]),
    { id: text },
    { externalRef: text },
    ...(payers.length > 0 ? [{ id: { in: payers } }] : []),
    ...(phone ? phoneMatches(phone) : []),
    ...(card?.rest === '' ? [ofCard(card)] : kind === 'last4' && !card ? [{ cardLast4: text }] : []),
  ]
  return { as: phone && kind !== 'last4' ? 'phone' : kind, phone, matches }
}

function ofCard({ last4, brand }: { last4: string; brand: string | null }): Condition {
  if (brand === null) return { cardLast4: last4 }
  return { cardLast4: last4, snapshot: { path: ['card', 'brand'], equals: brand } }
}

/** Returns the customers of the payments that a text names by id, authorization code or processor reference. */
async function customersOfPayments(
  { connectionId, prisma }: ConnectionContext,
  text: string,
): Promise<string[]> {
  const rows = await prisma.mirrorPayment.findMany({
    where: {
      connectionId,
      customerId: { not: null },
      OR: [
        { id: text },
        { authorizationCode: { in: [text, text.toUpperCase(), text.toLowerCase()] } },
        { processorReference: text },
      ],
    },
    select: { customerId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: PAYMENTS_MAX,
  })
  return [...new Set(rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId])))]
}
