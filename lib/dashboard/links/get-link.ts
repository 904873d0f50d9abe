import type { ConnectionContext } from '@/lib/dashboard/context'
import { confirmObject } from '@/lib/dashboard/reads/confirm-object'
import { receivedEvents } from '@/lib/dashboard/reads/received-events'
import { type LinkDetail, shownLink } from './shown-link'

/**
 * One link, confirmed by the host where it answers, with the webhooks received about it. Throws Refusal
 * `resource_not_found`, or the host's error when the mirror has nothing to show instead.
 */
export async function getLink(ctx: ConnectionContext, id: string): Promise<LinkDetail> {
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorLink.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await confirmObject(ctx, 'links', id, read)
  return { link: shownLink(row, ctx.now()), confirmed, problem, events: await receivedEvents(ctx, id) }
}
