import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { CANCEL_UNDO_MS, type ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { type LinkCancelRow, linkCancelColumns, notifyLink, shownCancel } from './link-cancel'
import { mirroredLink } from './mirrored-link'

export const requestCancelInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX) })
export type RequestCancelInput = z.output<typeof requestCancelInput>

/**
 * Requests the cancellation of a link. A worker carries it out after the undo time, even if the page is closed; a
 * repeated request returns the same cancellation. Throws Refusal `resource_not_found`.
 */
export async function requestCancel(
  ctx: ConnectionContext,
  { id }: RequestCancelInput,
): Promise<ShownCancel> {
  await mirroredLink(ctx, id)
  const { connectionId, db, userId } = ctx
  const now = ctx.now()
  const row = await db.transaction(async (tx) => {
    await tx.query({
      name: 'request-cancel',
      text: `INSERT INTO dashboard.link_cancel (connection_id, id, link_id, user_id, state, asked_at, due_at)
        VALUES ($1, $2, $3, $4, 'WAITING', $5, $6)
        ON CONFLICT (connection_id, link_id) WHERE state IN ('WAITING', 'RUNNING') DO NOTHING`,
      values: [connectionId, newId('aud', now), id, userId, now, new Date(now.getTime() + CANCEL_UNDO_MS)],
    })
    await notifyLink(tx, connectionId, id)
    const { rows } = await tx.query<LinkCancelRow>({
      name: 'newest-cancel',
      text: `SELECT ${linkCancelColumns} FROM dashboard.link_cancel WHERE connection_id = $1 AND link_id = $2
        ORDER BY (state IN ('WAITING', 'RUNNING')) DESC, asked_at DESC LIMIT 1`,
      values: [connectionId, id],
    })
    return rows[0]
  })
  if (!row) throw new Error('a cancel that was just asked for is not there')
  return shownCancel(row)
}
