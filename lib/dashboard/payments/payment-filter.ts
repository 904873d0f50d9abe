import * as z from 'zod'
import { paymentStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount, shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { createdWithin } from '@/lib/dashboard/reads/keyset'
import { dayFields, idField, listFilter } from '@/lib/dashboard/reads/list'
import { periodBounds } from '@/lib/dashboard/reads/period'
import { type Enough, type Matches, matchingAll, rowsContaining } from '@/lib/dashboard/reads/search-mirror'
import {
  hasWord,
  literally,
  ofAmount,
  type SearchTerm,
  searchedText,
  searchKind,
  searchTerms,
  typedAmounts,
  typedCard,
} from '@/lib/dashboard/reads/search-text'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { CARD_CHOICE, readCardChoice } from '@/lib/domain/card'
import { emailIdentity } from '@/lib/domain/email-address'
import { splitSearch } from '@/lib/domain/fold-text'
import type { Queryable } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import { raw, sql } from '@/lib/platform/sql'
import { emailForms } from '@/lib/platform/typed-url'
import { payerLabel } from './shown-payment'

/** Payers of the last week whose decline was not followed by an approval, newest first, with their number, or more. */
export type UnpaidDeclines = Awaited<ReturnType<typeof unpaidDeclines>>

/** Major units of the account's currency as a plain decimal. */
const amount = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,4})?$/)
  .optional()

/** Filters of the payments list in its URL. */
export const paymentFilterSchema = listFilter('payment', paymentStatuses, {
  ...dayFields,
  /** Inclusive ends of the range. */
  min: amount,
  max: amount,
  /** Brand key, four digits, or both: see readCardChoice. */
  card: z.string().regex(CARD_CHOICE).optional(),
  link: idField.optional(),
  customer: idField.optional(),
  settlement: idField.optional(),
  /** Payments without a settlement. */
  unsettled: z.literal('1').optional(),
  /** Payments that were refunded in whole or in part. */
  refunded: z.literal('1').optional(),
  /** Declines of payers who have not paid since. */
  unpaid: z.literal('1').optional(),
})

export type PaymentFilter = z.output<typeof paymentFilterSchema>

export type PaymentConditions = Awaited<ReturnType<typeof paymentConditions>>

/**
 * Returns the conditions of a list of payments, `inAnyStatus` those of all its tabs, and `near`, the ids of payments that
 * only resemble the search. A search for one object (an id or a URL with one, an e-mail, a card, an amount, an authorization
 * code) ignores the date window; names, titles and references are searched within it.
 */
export async function paymentConditions(ctx: ConnectionContext, query: PaymentFilter) {
  const { connectionId, account } = ctx
  const { q, card, min, max } = query
  const minor = (major: string) => mirrorAmount(Number(major), account.currency)
  const matches = q === undefined ? null : await paymentMatches(ctx, searchedText(q))
  const isOfAnyDate = q !== undefined && searchKind(searchedText(q)) !== 'text'
  const inAnyStatus: Condition[] = [
    { connectionId, ...ofObjects(query) },
    ...(min === undefined ? [] : [{ amountMinor: { gte: minor(min) } }]),
    ...(max === undefined ? [] : [{ amountMinor: { lte: minor(max) } }]),
    ...(card === undefined ? [] : [ofCard(readCardChoice(card))]),
    ...(query.unpaid ? [{ id: { in: await unpaidIds(ctx) } }] : []),
    ...(matches ? [{ OR: matches.anyOf }] : []),
    ...(isOfAnyDate ? [] : [createdWithin(periodBounds(query, account.timezone, ctx.now().getTime()))]),
  ]
  const listed = query.status ? [...inAnyStatus, { status: query.status }] : inAnyStatus
  return { inAnyStatus, listed, near: matches?.near ?? [] }
}

/** Returns the conditions with an index of their own, which bounds the rows that a count reads. */
export function ofObjects({ link, customer, settlement, unsettled, refunded }: PaymentFilter) {
  return {
    ...(link !== undefined && { linkId: link }),
    ...(customer !== undefined && { customerId: customer }),
    ...(settlement !== undefined && { settlementId: settlement }),
    ...(unsettled && { settlementId: null }),
    // A refund that succeeded or is pending.
    ...(refunded && { refundedMinor: { gt: 0 } }),
  } satisfies Condition
}

function ofCard({ last4, brand }: { last4: string | null; brand: string | null }): Condition {
  return { ...(last4 && { cardLast4: last4 }), ...(brand && { cardBrand: brand }) }
}

type Condition = Prisma.MirrorPaymentWhereInput

/** Returns a search text as alternatives that each find a payment: its meaning by `searchKind`, and others. */
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
  /** Returns the condition that each term is in a text of the payment or its link, or is the amount. */
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

/** Newest links of one term; a term with more references is too common. */
const LINKS_PER_WORD_MAX = 2_000

/**
 * Returns the ids of the links whose references contain a term of `splitSearch`, by that term. Links whose titles contain
 * it are omitted: a payment's own search text includes its link's title. The title is the first line of `search_text`.
 */
async function referencedLinks(ctx: ConnectionContext, terms: readonly string[]) {
  const found = await Promise.all(
    [...new Set(terms)].map(async (term) => [term, await linksReferenced(ctx, term)] as const),
  )
  return new Map(found.filter(([, ids]) => ids.length > 0))
}

async function linksReferenced(ctx: ConnectionContext, word: string): Promise<string[]> {
  const { ids } = await rowsContaining(ctx, 'references', [word])
  if (ids?.length === 0) return []
  const pattern = `%${literally(word)}%`
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM dashboard.mirror_link
    WHERE connection_id = ${ctx.connectionId} AND search_text LIKE ${pattern}
      AND split_part(search_text, E'\\n', 1) NOT LIKE ${pattern} ${ids ? sql`AND id = ANY (${ids}::text[])` : raw('')}
    ORDER BY created_at DESC, id DESC LIMIT ${raw(LINKS_PER_WORD_MAX)}`)
  return rows.map(({ id }) => id)
}

const UNPAID_DAYS = 7
/** Declines that are read; approvals before the oldest of them are not read either. */
const DECLINES_MAX = 2_000

/**
 * Newest decline of each payer who was declined recently and has not paid since: neither that link, nor by any link or
 * card of the same customer, nor the link that replaced that charge. A payer is identified by e-mail, otherwise by name
 * at one link, as in findPaidLater. Each NOT EXISTS compares one text, so that both sides are hashed: otherwise a link
 * with many payments would be read again for each of its declines.
 */
function newestDeclines({ connectionId, now }: ConnectionContext, since: Date) {
  // The customer of a row's link is looked up by the link's key, and only if needed.
  const customerOfLink = (row: 'd' | 'p') => sql`
    (SELECT l.customer_id FROM dashboard.mirror_link l WHERE l.connection_id = ${connectionId} AND l.id = ${raw(row)}.link_id)`
  return sql`WITH declined AS (
    SELECT id, amount_minor, currency, payer_name, payer_email, link_id, link_title, created_at,
      COALESCE(customer_id, ${customerOfLink('d')}) AS customer_id, lower(payer_email) AS email, lower(payer_name) AS name
    FROM dashboard.mirror_payment d
    WHERE connection_id = ${connectionId} AND status = 'FAILED' AND created_at >= ${since} AND created_at <= ${now()}
  ), paid AS MATERIALIZED (
    SELECT link_id, customer_id, created_at, lower(payer_email) AS email, lower(payer_name) AS name
    FROM dashboard.mirror_payment WHERE connection_id = ${connectionId} AND status = 'APPROVED' AND created_at >= ${since}
  ), by_link AS MATERIALIZED (
    SELECT link_id, customer_id, max(created_at) AS at FROM paid GROUP BY link_id, customer_id
  ), by_customer AS MATERIALIZED (
    SELECT COALESCE(customer_id, ${customerOfLink('p')}) AS customer_id, max(at) AS at FROM by_link p GROUP BY 1
  ), by_successor AS MATERIALIZED (
    SELECT c.payment_id FROM declined d JOIN dashboard.charge c ON c.connection_id = ${connectionId} AND c.payment_id = d.id
      JOIN dashboard.charge s ON s.connection_id = ${connectionId} AND s.replaces = c.id JOIN by_link p ON p.link_id = s.link_id
  ), lost AS (
    SELECT DISTINCT ON (payer) * FROM (
      SELECT *, CASE WHEN email <> '' THEN email ELSE concat_ws(' ', payer_name, link_id, customer_id) END AS payer
      FROM declined d
      WHERE NOT EXISTS (SELECT FROM by_customer p WHERE p.customer_id = d.customer_id AND p.at >= d.created_at)
        AND NOT EXISTS (SELECT FROM by_successor p WHERE p.payment_id = d.id)
        AND NOT EXISTS (SELECT FROM paid p WHERE p.email = d.email AND d.email <> ''
          AND p.created_at >= d.created_at AND p.link_id = d.link_id)
        AND NOT EXISTS (SELECT FROM paid p WHERE p.name = d.name AND (d.email = '' OR p.email = '')
          AND (d.name <> '' OR (d.email = '' AND p.email = ''))
          AND p.created_at >= d.created_at AND p.link_id = d.link_id)
    ) AS unpaid ORDER BY payer, created_at DESC, id DESC
  ), newest AS (SELECT * FROM lost ORDER BY created_at DESC, id DESC)`
}

/** Returns the number of declined payers who have not paid since, and the `most` newest of their declines. */
export async function unpaidDeclines(
  ctx: ConnectionContext,
  { role, most, db = ctx.db }: { role: MemberRole; most: number; db?: Queryable },
) {
  const since = await sinceOf(ctx, db)
  const { rows } = await db.query<{
    id: string
    minor: number
    currency: string
    name: string
    email: string
    title: string | null
    created_at: Date
    total: number
  }>(sql`
    ${newestDeclines(ctx, since.at)} SELECT id, amount_minor AS minor, currency, payer_name AS name,
      payer_email AS email, link_title AS title, created_at, count(*) OVER ()::integer AS total
    FROM newest ORDER BY created_at DESC, id DESC LIMIT ${most}`)
  return {
    count: rows[0]?.total ?? 0,
    isMore: since.isCut,
    newest: rows.map(({ minor, created_at, total: _, name, email, ...row }) => ({
      ...row,
      payer: payerLabel({ name, email }, role),
      amount: shownAmount(BigInt(minor), row.currency),
      created_at: created_at.toISOString(),
    })),
  }
}

/** Returns the ids of all of those declines. */
async function unpaidIds(ctx: ConnectionContext): Promise<string[]> {
  const { at } = await sinceOf(ctx, ctx.db)
  const { rows } = await ctx.db.query<{ id: string }>(sql`${newestDeclines(ctx, at)} SELECT id FROM newest`)
  return rows.map(({ id }) => id)
}

/** Returns the start of the week, or the time of its DECLINES_MAX-th newest decline. */
async function sinceOf({ connectionId, now }: ConnectionContext, db: Queryable) {
  const week = new Date(now().getTime() - UNPAID_DAYS * 86_400_000)
  const { rows } = await db.query<{ at: Date }>(sql`
    SELECT created_at AS at FROM dashboard.mirror_payment
    WHERE connection_id = ${connectionId} AND status = 'FAILED' AND created_at >= ${week} AND created_at <= ${now()}
    ORDER BY created_at DESC, id DESC OFFSET ${raw(DECLINES_MAX)} LIMIT 1`)
  return { at: rows[0]?.at ?? week, isCut: rows.length > 0 }
}
