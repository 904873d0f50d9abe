import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { idField } from '@/lib/dashboard/reads/list'
import { sql } from '@/lib/platform/sql'
import { mirroredLink } from './shown-link'

/** Uses of a link's URL on this page. None of them means that anything was sent. */
const shareChannels = [
  'copied',
  'qr_png',
  'qr_svg',
  'whatsapp',
  'email',
  'sms',
  'share_sheet',
  'opened',
] as const

export type ShareChannel = (typeof shareChannels)[number]

export const recordShareInput = z.object({ id: idField, channel: z.enum(shareChannels) })

/** Time within which repeated presses count as one action. */
const SAME_ACT_MS = 10_000
const SHOWN_MAX = 20

/** Records a member's action on a link's URL. Throws Refusal `resource_not_found`. */
export async function recordShare(
  ctx: ConnectionContext,
  { id, channel }: z.output<typeof recordShareInput>,
): Promise<{ recorded: boolean }> {
  await mirroredLink(ctx, id)
  const now = ctx.now()
  const { count } = await ctx.db.query(sql`
    INSERT INTO dashboard.share_trace (connection_id, id, link_id, user_id, channel, created_at)
    SELECT ${ctx.connectionId}, ${newId('shr', now)}, ${id}, ${ctx.userId}, ${channel}, ${now} WHERE NOT EXISTS (
      SELECT FROM dashboard.share_trace
      WHERE connection_id = ${ctx.connectionId} AND link_id = ${id} AND channel = ${channel}
        AND user_id IS NOT DISTINCT FROM ${ctx.userId} AND created_at > ${new Date(now.getTime() - SAME_ACT_MS)})`)
  return { recorded: count === 1 }
}

export type ShareTrace = Awaited<ReturnType<typeof sharesOf>>[number]

/** Returns the shares of a link, newest first. `names` maps the ids of the team's members to their names. */
export async function sharesOf(
  { prisma, connectionId }: ConnectionContext,
  linkId: string,
  names: ReadonlyMap<string, string>,
) {
  const rows = await prisma.shareTrace.findMany({
    where: { connectionId, linkId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: SHOWN_MAX,
  })
  return rows.map(({ id, channel, userId, createdAt }) => ({
    id,
    // A CHECK of the table limits the column to these values.
    channel: channel as ShareChannel,
    user: userId === null ? null : { id: userId, name: names.get(userId) ?? '' },
    created_at: createdAt.toISOString(),
  }))
}
