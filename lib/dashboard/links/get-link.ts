import type { ConnectionContext } from '@/lib/dashboard/context'
import { confirmObject } from '@/lib/dashboard/reads/confirm-object'
import { receivedEvents } from '@/lib/dashboard/reads/received-events'
import { type LinkCancelState, shownCancel } from './link-cancel'
import { sharesOf } from './share-trace'
import { type LinkDetail, shownLink } from './shown-link'

/** A cancel that failed is told for a day; after that it explains nothing any more. */
const FAILURE_TOLD_MS = 86_400_000

/**
 * One link, confirmed by the host where it answers, with the webhooks received about it, the cancel that is under
 * way or was carried out, and what was done with its address (`names` tells the team's members by id). Throws Refusal
 * `resource_not_found`, or the host's error when the mirror has nothing to show instead.
 */
export async function getLink(
  ctx: ConnectionContext,
  id: string,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<LinkDetail> {
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorLink.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await confirmObject(ctx, 'links', id, read)
  const [events, cancels, shares] = await Promise.all([
    receivedEvents(ctx, id),
    cancelsOf(ctx, id),
    sharesOf(ctx, id, names),
  ])
  return { link: shownLink(row, ctx.now()), confirmed, problem, events, shares, ...cancels }
}

/** The cancel to be told, and when one that was carried out here was finished. */
async function cancelsOf(
  ctx: ConnectionContext,
  linkId: string,
): Promise<Pick<LinkDetail, 'cancel' | 'cancelled_at'>> {
  const { connectionId } = ctx
  const row = await ctx.prisma.linkCancel.findFirst({
    where: { connectionId, linkId },
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
  })
  if (!row) return { cancel: null, cancelled_at: null }
  const { id, dueAt, problem, finishedAt } = row
  // A CHECK of the table holds the column to these words.
  const state = row.state as LinkCancelState
  const old = finishedAt !== null && ctx.now().getTime() - finishedAt.getTime() > FAILURE_TOLD_MS
  const cancelled_at = state === 'DONE' && finishedAt ? finishedAt.toISOString() : null
  const over = state === 'DONE' || state === 'UNDONE' || (state === 'FAILED' && old)
  return { cancel: over ? null : shownCancel({ id, state, due_at: dueAt, problem }), cancelled_at }
}
