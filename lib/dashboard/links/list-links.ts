import { shownLinkStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import {
  countingHandle,
  countWithTimeout,
  isQuicklyCounted,
  listTotals,
  PAGE_SIZE,
  readCursor,
  readPage,
} from '@/lib/dashboard/reads/keyset'
import type { ListCount, ListPage, ListTotals } from '@/lib/dashboard/reads/list'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { onlyResemble, similarRows } from '@/lib/dashboard/reads/search-mirror'
import {
  literally,
  searchedText,
  searchKind,
  searchTerms,
  typedAmounts,
} from '@/lib/dashboard/reads/search-text'
import type { Queryable } from '@/lib/platform/database'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import { raw, sql } from '@/lib/platform/sql'
import { type ShownCancel, shownCancel } from './cancel'
import { expiringUntil, type LinkFilter, linkConditions, linkOrder } from './link-conditions'
import { type ShownLink, shownLink } from './shown-link'

/** Link of the list; `cancel` is its waiting or running cancellation. */
export type ListedLink = ShownLink & { cancel?: ShownCancel }

/**
 * Returns one page of the mirrored links, newest first (links that expire soon: soonest first), with the totals that are
 * quick to compute.
 */
export async function listLinks(
  ctx: ConnectionContext,
  query: LinkFilter,
  { limit = PAGE_SIZE }: { limit?: number } = {},
): Promise<ListPage<ListedLink>> {
  const now = ctx.now()
  if (query.q !== undefined) await fetchMissingId(ctx, searchedText(query.q), ['links'])
  const { listed, near } = await linkConditions(ctx, query)
  const order = linkOrder(query.expiring)
  const [{ shown, ...page }, totals, cancels] = await Promise.all([
    readPage('payment_link', { cursor: query.cursor, limit, listed, order }, (args) =>
      ctx.prisma.mirrorLink.findMany(args),
    ),
    quickLinkTotals(ctx, query),
    cancelsUnderWay(ctx),
  ])
  const data = shown.map((row) => shownLink(row, now))
  return {
    data: data.map((link) => {
      const cancel = link.status === 'ACTIVE' ? cancels.get(link.id) : undefined
      return cancel ? { ...link, cancel } : link
    }),
    ...page,
    totals,
    search:
      query.q === undefined
        ? null
        : {
            as: searchKind(searchedText(query.q)) === 'id' ? 'id' : 'text',
            near: onlyResemble(shown, near),
          },
  }
}

/**
 * Returns the waiting and running cancellations of the whole connection by their links' ids. They last for seconds, so
 * they are few and can be read at the same time as the rows.
 */
async function cancelsUnderWay({
  connectionId,
  prisma,
}: ConnectionContext): Promise<ReadonlyMap<string, ShownCancel>> {
  const rows = await prisma.linkCancel.findMany({
    where: { connectionId, state: { in: ['WAITING', 'RUNNING'] } },
    select: { id: true, linkId: true, state: true, dueAt: true, problem: true },
  })
  return new Map(rows.map((row) => [row.linkId, shownCancel(row)]))
}

async function quickLinkTotals(ctx: ConnectionContext, query: LinkFilter): Promise<ListTotals | null> {
  const where = { connectionId: ctx.connectionId }
  const isQuick = await isQuicklyCounted((take) => ctx.prisma.mirrorLink.count({ where, take }))
  return isQuick ? countedTotals(ctx, ctx, query) : null
}

/** Returns the totals of any list of links, unless counting them takes too long. */
export async function linkTotals(ctx: ConnectionContext, query: LinkFilter): Promise<ListCount> {
  const slow = { db: countingHandle(ctx.db), prisma: ctx.counting }
  return { totals: await countWithTimeout(() => countedTotals(ctx, slow, query)) }
}

interface Counting {
  db: Queryable
  prisma: BoundPrisma
}

async function countedTotals(ctx: ConnectionContext, { db, prisma }: Counting, query: LinkFilter) {
  const cursor = readCursor('payment_link', query.cursor)
  const before = cursor && [
    ...(await linkConditions(ctx, query)).listed,
    linkOrder(query.expiring).upTo(cursor),
  ]
  const [{ counts, collected }, newer] = await Promise.all([
    linksByStatus(ctx, db, query),
    before ? prisma.mirrorLink.count({ where: { AND: before } }) : 0,
  ])
  return listTotals(ctx, query, { counts, newer, amount: shownAmount(collected, ctx.account.currency) })
}

/**
 * Returns the number of links of a list by status, and the amount (minor units) that those of the filtered status collected: each
 * payment of a link has the link's own amount (contract: payment link), and the host counts them. One pass over the
 * list's filters other than the status; SQL because Prisma sums no product. `linkMatches` has the same search.
 */
async function linksByStatus(ctx: ConnectionContext, db: Queryable, query: LinkFilter) {
  const now = ctx.now()
  const { status: asked, expiring } = query
  const { currency } = ctx.account
  const isSearch = query.q !== undefined
  const q = searchedText(query.q ?? '')
  const terms = isSearch ? searchTerms(q, currency) : []
  const near = await similarRows(
    { ...ctx, db },
    'links',
    terms.map(({ word }) => word),
  )
  const isAmount = (amounts: readonly number[]) =>
    sql`(currency = ${currency} AND amount_minor = ANY (${amounts}::bigint[]))`
  const everyTerm = terms.reduce(
    (before, { word, amounts }) =>
      sql`${before} AND (search_text LIKE ${`%${literally(word)}%`} OR ${isAmount(amounts)})`,
    raw(String(terms.length > 0)),
  )
  const isFound = isSearch
    ? sql`(id = ${q} OR ${isAmount(typedAmounts(q, currency))} OR id = ANY (${near}) OR (${everyTerm}))`
    : raw('true')
  const isExpiring = expiring
    ? sql`status = 'ACTIVE' AND expires_at > ${now} AND expires_at <= ${expiringUntil(now)}`
    : raw('true')
  // ACTIVE with a past expiry is displayed as EXPIRED (decisions: links).
  const { rows } = await db.query<{ shown: string; count: number; collected: string }>(sql`
    SELECT CASE WHEN status = 'ACTIVE' AND expires_at <= ${now} THEN 'EXPIRED' ELSE status END AS shown,
      count(*)::int AS count,
      coalesce(sum(amount_minor::numeric * paid_count) FILTER (WHERE currency = ${currency}), 0)::text AS collected
    FROM dashboard.mirror_link
    WHERE connection_id = ${ctx.connectionId} AND ${isFound} AND ${isExpiring}
    GROUP BY shown`)
  const counts: Record<string, number> = { ALL: 0 }
  for (const status of shownLinkStatuses) counts[status] = 0
  let sum = 0n
  for (const { shown, count, collected } of rows) {
    counts[shown] = count
    counts.ALL = (counts.ALL ?? 0) + count
    if (asked === undefined || asked === shown) sum += BigInt(collected)
  }
  return { counts, collected: sum }
}
