import type { ConnectionContext } from '@/lib/dashboard/context'
import { type Enough, type Matches, matchingAll } from '@/lib/dashboard/reads/search-mirror'
import { hasWord, literally, searchKind, searchTerms, typedCard } from '@/lib/dashboard/reads/search-text'
import type { SearchKind } from '@/lib/dashboard/schema/list'
import { emailIdentity } from '@/lib/domain/email-address'
import { readTypedPhone, type TypedPhone } from '@/lib/domain/phone'
import type { Prisma } from '@/lib/platform/prisma/client'
import { emailForms } from '@/lib/platform/typed-url'
import { mayBePhone, phoneMatches } from './phone-matches'

type Condition = Prisma.MirrorCustomerWhereInput

/** Newest payments whose customers a search by a code or a reference returns. */
const PAYMENTS_MAX = 20

/** Meaning of a search text among customers. */
export interface CustomerSearch extends Matches<Condition> {
  as: SearchKind
  /** Phone, or part of one, that the text may be. */
  phone: TypedPhone | null
}

/**
 * Parses a search text: a phone in any notation, a name without accents, an e-mail, an id, a reference, a card's last
 * four digits, or the id, authorization code or processor reference of one of the customer's payments.
 */
export async function customerSearch(
  ctx: ConnectionContext,
  text: string,
  { newest }: Enough = {},
): Promise<CustomerSearch> {
  const phone = readTypedPhone(text, ctx.account.country ?? null)
  const kind = searchKind(text)
  const isMasked = ctx.seesContacts === false
  const written: (word: string) => Condition = isMasked ? hasNameWord : hasWord
  // For masked contacts fewer rows match than contain the text: its newest rows, and when they begin, say nothing.
  const enough: Enough = isMasked ? {} : { newest }
  const terms = searchTerms(text, ctx.account.currency).map(({ word }) => ({ word, others: [] }))
  const [payers, named, phones] = await Promise.all([
    customersOfPayments(ctx, text),
    // Without a text condition a complete phone is looked up by indexes only.
    phone?.isWhole ? null : matchingAll(ctx, 'customers', terms, { written, ...enough }),
    phone && (isMasked ? wholePhone(phone) : phoneMatches(ctx, phone, newest)),
  ])
  const card = typedCard(text)
  const forms = emailForms(emailIdentity(text))
  const anyOf: Condition[] = [
    ...(named ? [named.condition] : []),
    { id: text },
    { externalRef: text },
    ...(payers.length > 0 ? [{ id: { in: payers } }] : []),
    ...(phones ?? []),
    // The text of a row contains an address as it was sent, an international domain in one of two forms.
    ...(kind === 'email' && (isMasked || forms.length > 1)
      ? forms.map((form) => ({ email: { equals: literally(form), mode: 'insensitive' as const } }))
      : []),
    ...(card?.rest === '' ? [ofCard(card)] : kind === 'last4' && !card ? [{ cardLast4: text }] : []),
  ]
  // By phone, an older row may be the better match.
  const since = isMasked || phone ? null : (named?.since ?? null)
  return {
    as: phone && kind !== 'last4' ? 'phone' : kind,
    phone,
    anyOf,
    since,
    near: named?.near ?? [],
  }
}

/** Finds only a complete phone: by its parts, a masked one could be found digit by digit. */
function wholePhone(phone: TypedPhone): Condition[] {
  return phone.isWhole ? [mayBePhone(phone)] : []
}

/**
 * Finds a term in the name or the reference, but not in the e-mail of the same folded text (an accent of the name is
 * folded only there).
 */
function hasNameWord(word: string): Condition {
  const contains = { contains: literally(word), mode: 'insensitive' as const }
  return {
    AND: [
      hasWord(word),
      { OR: [{ name: contains }, { externalRef: contains }, { email: null }, { NOT: { email: contains } }] },
    ],
  }
}

function ofCard({ last4, brand }: { last4: string; brand: string | null }): Condition {
  if (brand === null) return { cardLast4: last4 }
  return { cardLast4: last4, snapshot: { path: ['card', 'brand'], equals: brand } }
}

/** Returns the customers of the payments that a text identifies by id, authorization code or processor reference. */
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
