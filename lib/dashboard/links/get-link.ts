import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  customerName,
  type ObjectSource,
  originatingCharge,
  readObject,
  receivedEvents,
} from '@/lib/dashboard/reads/read-object'
import { shownCancel } from './cancel'
import { sharesOf } from './share-trace'
import { shownLink } from './shown-link'

/** Time for which a failed cancellation is reported; later it no longer explains anything. */
const FAILURE_SHOWN_MS = 86_400_000

export type LinkDetail = Awaited<ReturnType<typeof getLink>>

/**
 * Returns one link, read `from` the host (which confirms it) or from the mirror, with its received webhooks, its current
 * or executed cancellation, and its share trace (`names`: the team's members by id). Throws as `readObject` does.
 */
export async function getLink(
  ctx: ConnectionContext,
  id: string,
  { names = new Map(), from = 'host' }: { names?: ReadonlyMap<string, string>; from?: ObjectSource } = {},
) {
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorLink.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await readObject(ctx, { noun: 'links', id, from }, read)
  const link = shownLink(row, ctx.now())
  const [name, chargeId, events, cancels, shares] = await Promise.all([
    customerName(ctx, link.customer_id ?? null),
    originatingCharge(ctx, { linkId: id }),
    receivedEvents(ctx, id),
    cancelsOf(ctx, id),
    sharesOf(ctx, id, names),
  ])
  return {
    link,
    /** Name of the link's customer, if the mirror has one. */
    customerName: name,
    /** Dashboard's charge that created it. */
    chargeId,
    ...{ confirmed, problem, events, shares },
    ...cancels,
  }
}

async function cancelsOf(ctx: ConnectionContext, linkId: string) {
  const { connectionId } = ctx
  const row = await ctx.prisma.linkCancel.findFirst({
    where: { connectionId, linkId },
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
  })
  if (!row) return { cancel: null, cancelled_at: null }
  const { state, finishedAt } = row
  const old = finishedAt !== null && ctx.now().getTime() - finishedAt.getTime() > FAILURE_SHOWN_MS
  const cancelled_at = state === 'DONE' && finishedAt ? finishedAt.toISOString() : null
  const over = state === 'DONE' || state === 'UNDONE' || (state === 'FAILED' && old)
  // Null also if another system canceled the link.
  return { cancel: over ? null : shownCancel(row), cancelled_at }
}
