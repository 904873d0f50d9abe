import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { createdWithin } from '@/lib/dashboard/reads/keyset'
import { type Enough, type Matches, matchingAll, rowsContaining } from '@/lib/dashboard/reads/search-mirror'
import {
  hasWord,
  literally,
  ofAmount,
  type SearchTerm,
  searchedText,
  searchKind,
  searchTerms,
  type TypedCard,
  typedAmounts,
  typedCard,
} from '@/lib/dashboard/reads/search-text'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { periodBounds } from '@/lib/dashboard/schema/period'
import { readCardChoice } from '@/lib/domain/card'
import { emailIdentity } from '@/lib/domain/email-address'
import { splitSearch } from '@/lib/domain/fold-text'
import type { Prisma } from '@/lib/platform/prisma/client'
import { emailForms } from '@/lib/platform/typed-url'
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

type Condition = Prisma.MirrorPaymentWhereInput

/**
 * Returns a search text as alternatives that each find a payment: the meaning by `searchKind`, and its other possible
 * meanings.
 */
export async function paymentMatches(
  ctx: ConnectionContext,
  text: string,
  { newest }: Enough = {},
): Promise<Matches<Condition>> {
  const { currency } = ctx.account
  const kind = searchKind(text)
  const isMasked = ctx.seesContacts === false
  const written: (word: string) => Condition = isMasked ? hasNameWord : hasWord
  const only = (...anyOf: Condition[]) => ({ anyOf, since: null, near: [] })
  const ofEmail = emailForms(emailIdentity(text)).map((form) => ({
    payerEmail: { equals: literally(form), mode: 'insensitive' as const },
  }))
  if (kind === 'email' && isMasked) return only(...ofEmail)
  const links = await referencedLinks(ctx, splitSearch(text))
  const ofLinks = (word: string): Condition[] => {
    const ids = links.get(word)
    return ids ? [{ linkId: { in: ids } }] : []
  }
  /**
   * Returns the condition that each term is in the payer's name, the e-mail, the title or a reference of its link, or is
   * the amount.
   */
  const holds = (terms: readonly SearchTerm[], enough: Enough = {}) =>
    matchingAll(
      ctx,
      'payments',
      terms.map(({ word, amounts }) => ({
        word,
        others: [...ofLinks(word), ...ofAmount(amounts, currency)],
      })),
      { written, ...enough },
    )
  // For masked contacts fewer rows match than contain the text: its newest rows, and when they begin, say nothing.
  const enough: Enough = isMasked ? {} : { newest }
  const asTyped = splitSearch(text).map((word) => ({ word, amounts: [] }))
  if (kind === 'email') {
    const { condition, ...rest } = await holds(asTyped, enough)
    // The text of a row contains an address as it was sent, an international domain in one of two forms.
    return { anyOf: [condition, ...(ofEmail.length > 1 ? ofEmail : [])], ...rest }
  }
  if (kind === 'id')
    return only(
      { id: text },
      { linkId: text },
      { customerId: text },
      { processorReference: text },
      ...ofLinks(splitSearch(text)[0] ?? text),
    )
  const card = typedCard(text)
  const beside = card && card.rest !== '' ? (await holds(searchTerms(card.rest, currency))).condition : {}
  const ofTypedCard = card ? [{ ...ofCard(card), ...beside }] : []
  if (card?.sure) return only(...ofTypedCard)
  const terms = kind === 'text' ? searchTerms(text, currency) : asTyped
  const { condition, since, ...rest } = await holds(terms, enough)
  // A number or six capitals may have several meanings: the other ones are searched too.
  const anyOf = [
    condition,
    { id: text },
    { processorReference: text },
    ...ofAmount(typedAmounts(text, currency), currency),
    ...ofTypedCard,
    ...(kind === 'last4' && !card
      ? [{ cardLast4: text }]
      : kind === 'amount'
        ? []
        : [{ authorizationCode: { in: [text, text.toUpperCase(), text.toLowerCase()] } }]),
  ]
  return { anyOf, since: isMasked ? null : since, ...rest }
}

/** Finds a term in the payer's name or the title, but not in the e-mail of the same folded text, which is masked. */
function hasNameWord(word: string): Condition {
  const contains = { contains: literally(word), mode: 'insensitive' as const }
  return {
    AND: [
      hasWord(word),
      { OR: [{ payerName: contains }, { linkTitle: contains }, { NOT: { payerEmail: contains } }] },
    ],
  }
}

function ofCard({ last4, brand }: TypedCard): Condition {
  return brand ? { cardLast4: last4, cardBrand: brand } : { cardLast4: last4 }
}

/**
 * Newest links of one term; the payments' query passes their ids to the database, and a term with more references is too
 * common.
 */
const LINKS_PER_WORD_MAX = 2_000

/**
 * Returns the ids of the links whose references contain a term of `splitSearch`, by that term. Links whose titles contain
 * it are omitted: a payment's own search text includes its link's title. The title is the first line of `search_text`.
 */
async function referencedLinks(
  ctx: ConnectionContext,
  terms: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = await Promise.all(
    [...new Set(terms)].map(async (term) => [term, await linksReferenced(ctx, term)] as const),
  )
  return new Map(found.filter(([, ids]) => ids.length > 0))
}

async function linksReferenced(ctx: ConnectionContext, word: string): Promise<string[]> {
  const { ids } = await rowsContaining(ctx, 'references', [word])
  if (ids?.length === 0) return []
  const { rows } = await ctx.db.query<{ id: string }>({
    name: `referenced-links${ids ? '-among' : ''}`,
    text: `SELECT id FROM dashboard.mirror_link
      WHERE connection_id = $1 AND search_text LIKE $2 AND split_part(search_text, E'\\n', 1) NOT LIKE $2
        ${ids ? 'AND id = ANY ($3::text[])' : ''}
      ORDER BY created_at DESC, id DESC LIMIT ${LINKS_PER_WORD_MAX}`,
    values: [ctx.connectionId, `%${literally(word)}%`, ...(ids ? [ids] : [])],
  })
  return rows.map(({ id }) => id)
}
