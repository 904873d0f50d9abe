import * as z from 'zod'
import { type ShownLinkStatus, shownLinkStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { byCreation, type ListOrder } from '@/lib/dashboard/reads/keyset'
import { listFilter } from '@/lib/dashboard/reads/list'
import { type Enough, type Matches, matchingAll } from '@/lib/dashboard/reads/search-mirror'
import { hasWord, ofAmount, searchedText, searchTerms, typedAmounts } from '@/lib/dashboard/reads/search-text'
import type { Prisma } from '@/lib/platform/prisma/client'

/** Filters of the links list in its URL. */
export const linkFilterSchema = listFilter('payment_link', shownLinkStatuses, {
  /** Payable links that expire within days. */
  expiring: z.literal('soon').optional(),
})

export type LinkFilter = z.output<typeof linkFilterSchema>

/** Returns the conditions of a list of links, and the ids of those that only resemble its search. */
export async function linkConditions(ctx: ConnectionContext, { status, q, expiring }: LinkFilter) {
  const { connectionId } = ctx
  const now = ctx.now()
  const matches = q === undefined ? null : await linkMatches(ctx, searchedText(q))
  const listed: Prisma.MirrorLinkWhereInput[] = [
    { connectionId },
    ...(expiring ? [{ status: 'ACTIVE', expiresAt: { gt: now, lte: expiringUntil(now) } }] : []),
    ...(matches ? [{ OR: matches.anyOf }] : []),
    ...(status === undefined ? [] : [shownAs(status, now)]),
  ]
  return { listed, near: matches?.near ?? [] }
}

/** Returns the condition of a displayed status: ACTIVE with a past expiry is displayed as EXPIRED (decisions: links). */
function shownAs(status: ShownLinkStatus, now: Date): Prisma.MirrorLinkWhereInput {
  if (status === 'EXPIRED') return { status: 'ACTIVE', expiresAt: { lte: now } }
  if (status === 'ACTIVE') return { status, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  return { status }
}

const EXPIRING_HOURS = 72

/** Returns the instant before which a payable link counts as expiring soon. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_HOURS * 3_600_000)
}

type Row = { id: string; createdAt: Date; expiresAt: Date | null }

type LinkOrder = ListOrder<Row, Prisma.MirrorLinkWhereInput, Prisma.MirrorLinkOrderByWithRelationInput>

/** Order by expiry, soonest first; a cursor contains an expiry. */
const byEnd: LinkOrder = {
  forwards: [{ expiresAt: 'asc' }, { id: 'asc' }],
  backwards: [{ expiresAt: 'desc' }, { id: 'desc' }],
  after: ({ createdAt: end, id }) => ({
    expiresAt: { gte: end },
    OR: [{ expiresAt: { gt: end } }, { expiresAt: end, id: { gt: id } }],
  }),
  upTo: ({ createdAt: end, id }) => ({
    expiresAt: { lte: end },
    OR: [{ expiresAt: { lt: end } }, { expiresAt: end, id: { lte: id } }],
  }),
  momentOf: ({ expiresAt, createdAt }) => expiresAt ?? createdAt,
}

/** Returns the order of a list: by expiry for links that expire soon, otherwise by creation, newest first. */
export function linkOrder(expiring: 'soon' | undefined): LinkOrder {
  return expiring ? byEnd : byCreation
}

/**
 * Returns a search text as alternatives that each find a link: every term in its title and references or as its amount,
 * its id (a reference may look like one), or an amount. `linksByStatus` has the same conditions in SQL.
 */
export async function linkMatches(
  ctx: ConnectionContext,
  text: string,
  { newest }: Enough = {},
): Promise<Matches<Prisma.MirrorLinkWhereInput>> {
  const { currency } = ctx.account
  const terms = searchTerms(text, currency).map(({ word, amounts }) => ({
    word,
    others: ofAmount(amounts, currency),
  }))
  const { condition, ...rest } = await matchingAll(ctx, 'links', terms, { written: hasWord, newest })
  return { anyOf: [condition, { id: text }, ...ofAmount(typedAmounts(text, currency), currency)], ...rest }
}
