import type { ConnectionContext } from '@/lib/dashboard/context'
import { PAGE_SIZE, readPage } from '@/lib/dashboard/reads/keyset'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import { searchedText, searchKind } from '@/lib/dashboard/reads/search-text'
import type { LinkFilter, ListedLink } from '@/lib/dashboard/schema/link'
import type { LinkCancelState, ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import type { ListPage } from '@/lib/dashboard/schema/list'
import { linkOrder } from './expiring-soon'
import { shownCancel } from './link-cancel'
import { linkConditions } from './link-conditions'
import { quickLinkTotals } from './link-totals'
import { shownLink } from './shown-link'

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
  return new Map(
    rows.map(({ linkId, id, state, dueAt, problem }) => [
      linkId,
      // A CHECK of the table limits the column to these states.
      shownCancel({ id, state: state as LinkCancelState, due_at: dueAt, problem }),
    ]),
  )
}
