import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { isStorable } from '@/lib/domain/text'
import { type LinkCancelRow, linkCancelColumns, notifyLink, shownCancel } from './link-cancel'

/** `id` is the cancellation's, not the link's: a late press must not undo a newer one. */
export const undoCancelInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type UndoCancelInput = z.output<typeof undoCancelInput>

/**
 * Undoes a cancellation that no worker has started yet. Returns the cancellation: `UNDONE`, or in the state that it had
 * already reached. Throws Refusal `resource_not_found`.
 */
export async function undoCancel(ctx: ConnectionContext, { id }: UndoCancelInput): Promise<ShownCancel> {
  const { connectionId, db } = ctx
  const row = await db.transaction(async (tx) => {
    const undone = await tx.query<LinkCancelRow>({
      name: 'undo-cancel',
      text: `UPDATE dashboard.link_cancel SET state = 'UNDONE', finished_at = $3, problem = NULL
        WHERE connection_id = $1 AND id = $2 AND state = 'WAITING' RETURNING ${linkCancelColumns}`,
      values: [connectionId, id, ctx.now()],
    })
    const [mine] = undone.rows
    if (mine) {
      await notifyLink(tx, connectionId, mine.link_id)
      const act = { action: 'links.undo_cancel', objectId: mine.link_id }
      await recordTeamAudit(tx, { ...ctx, ...act, now: ctx.now() })
      return mine
    }
    const { rows } = await tx.query<LinkCancelRow>({
      name: 'read-cancel',
      text: `SELECT ${linkCancelColumns} FROM dashboard.link_cancel WHERE connection_id = $1 AND id = $2`,
      values: [connectionId, id],
    })
    return rows[0]
  })
  if (!row) throw new Refusal('resource_not_found')
  return shownCancel(row)
}
