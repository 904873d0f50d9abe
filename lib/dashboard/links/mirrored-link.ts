import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { isStorable } from '@/lib/domain/text'
import { shownLink } from './shown-link'

/** Returns a mirrored link; fetches one that the mirror lacks from the host. Throws Refusal `resource_not_found`. */
export async function mirroredLink(ctx: ConnectionContext, id: string): Promise<ShownLink> {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorLink.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const row = (await read()) ?? ((await fetchObject(ctx, 'links', id)) === 'unknown' ? null : await read())
  if (!row) throw new Refusal('resource_not_found')
  return shownLink(row, ctx.now())
}
