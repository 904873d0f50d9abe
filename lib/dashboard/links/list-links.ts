import type { ShownLinkStatus } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { askForId } from '@/lib/dashboard/reads/ask-for-id'
import { cutPage, PAGE_SIZE, placeOfPage, readCursor } from '@/lib/dashboard/reads/keyset'
import { readQuery } from '@/lib/dashboard/reads/read-query'
import { lastSegment, searchKind } from '@/lib/dashboard/reads/search-kind'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import { type LinkFilter, type ListedLink, linkFilterSchema } from '@/lib/dashboard/schema/link'
import type { LinkCancelState, ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import type { ListPage, QuerySource } from '@/lib/dashboard/schema/list'
import type { Prisma } from '@/lib/platform/prisma/client'
import { expiringUntil, linkOrder } from './expiring-soon'
import { shownCancel } from './link-cancel'
import { linkMatches } from './link-matches'
import { linksByStatus } from './links-by-status'
import { shownLink } from './shown-link'

/** Reads a query of the links' list. Throws Refusal `invalid_parameters`. */
export function parseListLinks(source: QuerySource): LinkFilter {
  return readQuery(linkFilterSchema, source)
}

/** One page of the mirrored links, newest first (those that expire soon: the next one first), with the counts of every tab. `totals.amount` is what they collected. */
export async function listLinks(
  ctx: ConnectionContext,
  query: LinkFilter,
  { limit = PAGE_SIZE }: { limit?: number } = {},
): Promise<ListPage<ListedLink>> {
  const now = ctx.now()
  const cursor = readCursor('payment_link', query.cursor)
  if (query.q !== undefined) await askForId(ctx, lastSegment(query.q), ['links'])
  const base = conditions(ctx, query, now)
  const filtered: Prisma.MirrorLinkWhereInput[] = query.status ? [...base, shownAs(query.status, now)] : base
  const { mirrorLink } = ctx.prisma
  const order = linkOrder(query.expiring)
  const [rows, place, { counts, collected }, cancels] = await Promise.all([
    mirrorLink.findMany({
      where: { AND: cursor ? [...filtered, order.after(cursor)] : filtered },
      orderBy: order.forwards,
      take: limit + 1,
    }),
    placeOfPage('payment_link', { cursor, limit }, (cursor) => {
      const where = { AND: [...filtered, order.upTo(cursor)] }
      return {
        count: () => mirrorLink.count({ where }),
        async back(skip) {
          const row = await mirrorLink.findFirst({ where, orderBy: order.backwards, skip })
          return row && { id: row.id, createdAt: order.momentOf(row) }
        },
      }
    }),
    linksByStatus(ctx, query, now),
    cancelsUnderWay(ctx),
  ])
  const { shown, ...page } = cutPage('payment_link', rows, limit, order.momentOf)
  const data = shown.map((row) => shownLink(row, now))
  return {
    data: data.map((link) => {
      const cancel = link.status === 'ACTIVE' ? cancels.get(link.id) : undefined
      return cancel ? { ...link, cancel } : link
    }),
    ...page,
    ...place,
    counts,
    totals: {
      count: counts[query.status ?? 'ALL'] ?? 0,
      amount: shownAmount(collected, ctx.account.currency),
      currency: ctx.account.currency,
    },
    search: query.q === undefined ? null : { as: searchKind(lastSegment(query.q)) === 'id' ? 'id' : 'text' },
  }
}

/**
 * The cancels that wait or run, by their links' ids: those of the whole connection. They last for seconds, so they are
 * few, and they can be read beside the rows instead of after them.
 */
async function cancelsUnderWay({
  connectionId,
  prisma,
}: ConnectionContext): Promise<ReadonlyMap<string, ShownCancel>> {
  const rows = await prisma.linkCancel.findMany({
    where: { connectionId, state: { in: ['WAITING', 'RUNNING'] } },
    select: { id: true, linkId: true, state: true, dueAt: true, problem: true },
  })
  return new Map(
    rows.map(({ linkId, id, state, dueAt, problem }) => [
      linkId,
      // A CHECK of the table holds the column to these words.
      shownCancel({ id, state: state as LinkCancelState, due_at: dueAt, problem }),
    ]),
  )
}

/** Every filter but the status. */
function conditions(
  { connectionId, account }: ConnectionContext,
  { q, expiring }: LinkFilter,
  now: Date,
): Prisma.MirrorLinkWhereInput[] {
  return [
    { connectionId },
    ...(expiring ? [{ status: 'ACTIVE', expiresAt: { gt: now, lte: expiringUntil(now) } }] : []),
    ...(q === undefined ? [] : [{ OR: linkMatches(lastSegment(q), account.currency) }]),
  ]
}

/** People are shown EXPIRED where the host says ACTIVE with a past end (decisions: links). */
function shownAs(status: ShownLinkStatus, now: Date): Prisma.MirrorLinkWhereInput {
  if (status === 'EXPIRED') return { status: 'ACTIVE', expiresAt: { lte: now } }
  if (status === 'ACTIVE') return { status, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  return { status }
}
