import type { ConnectionContext } from '@/lib/dashboard/context'
import type { SearchKind } from '@/lib/dashboard/reads/list'
import {
  type Enough,
  type Matches,
  matchingAll,
  newestOf,
  rowsContaining,
} from '@/lib/dashboard/reads/search-mirror'
import { hasWord, literally, searchKind, searchTerms, typedCard } from '@/lib/dashboard/reads/search-text'
import { emailIdentity } from '@/lib/domain/email-address'
import { digitsOf, phoneIdentity, phoneSpellings, readTypedPhone, type TypedPhone } from '@/lib/domain/phone'
import type { Prisma } from '@/lib/platform/prisma/client'
import { emailForms } from '@/lib/platform/typed-url'

/**
 * Match of a customer's phone with the searched one: the same, one digit different, or containing the searched digits.
 */
export type PhoneMatch = 'exact' | 'near' | 'part'

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

async function customersOfPayments({ connectionId, prisma }: ConnectionContext, text: string) {
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

/** Returns the digits with which a host may store the same phone: as typed, and in every other spelling. */
function samePhone({ digits, e164 }: TypedPhone): string[] {
  return [digits, ...(e164 === null ? [] : phoneSpellings(e164))]
}

/** Returns every number with one other digit, in full and within its country: look-ups of one index, 9 for each digit. */
function oneDigitOff({ digits, e164, national }: TypedPhone): string[] {
  const full = e164 === null ? digits : digitsOf(e164)
  const inner = national ?? full
  const changed = [...inner].flatMap((kept, at) =>
    [...'0123456789']
      .filter((digit) => digit !== kept)
      .map((digit) => `${inner.slice(0, at)}${digit}${inner.slice(at + 1)}`),
  )
  const prefix = full.slice(0, full.length - inner.length)
  return prefix === '' ? changed : [...changed.map((rest) => prefix + rest), ...changed]
}

/** Returns the alternatives that find customers by a phone, or the `newest` of them by a part of one. */
async function phoneMatches(ctx: Pick<ConnectionContext, 'db'>, typed: TypedPhone, newest?: number) {
  const part = partOf(typed)
  if (!typed.isWhole) {
    const { ids } = await rowsContaining(ctx, 'phones', [part])
    return [{ AND: [...newestOf(ids, newest), { phoneDigits: { contains: part } }] }]
  }
  const ending = [...part].reverse().join('')
  return [
    { phoneDigits: { in: [...samePhone(typed), ...oneDigitOff(typed)] } },
    // The colon is the character after 9.
    { phoneReversed: { gte: ending, lt: `${ending}:` } },
  ]
}

/** Returns the alternative that finds customers who may have exactly this phone. */
export function mayBePhone(typed: TypedPhone): Condition {
  return { phoneDigits: { in: samePhone(typed) } }
}

/** Returns the match of a customer's phone with the searched one; null without a match. */
export function phoneMatch(phone: string | null, typed: TypedPhone, country: string | null) {
  if (phone === null) return null
  const digits = digitsOf(phone)
  const own = digitsOf(phoneIdentity(phone, country) ?? digits)
  const wanted = digitsOf(typed.e164 ?? phoneIdentity(typed.digits, country) ?? typed.digits)
  if (own === wanted || (typed.e164 === null && digits === typed.digits)) return 'exact'
  if (typed.isWhole && (differByOne(own, wanted) || differByOne(digits, typed.national ?? wanted)))
    return 'near'
  return digits.includes(partOf(typed)) ? 'part' : null
}

/** Returns the digits of which a part may be searched: those within the country, without a trunk prefix. */
function partOf({ national, digits }: TypedPhone): string {
  return (national ?? digits).replace(/^0+(?=\d{4})/, '')
}

function differByOne(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  return [...one].filter((digit, at) => digit !== other[at]).length === 1
}
