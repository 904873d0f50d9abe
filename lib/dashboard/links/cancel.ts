import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { notifyChange } from '@/lib/dashboard/live/live-message'
import { idField } from '@/lib/dashboard/reads/list'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { CANCEL_UNDO_MS } from './shape'
import { mirroredLink } from './shown-link'

/** States of a cancellation; docs/links.md has their table. */
type LinkCancelState = 'WAITING' | 'RUNNING' | 'DONE' | 'UNDONE' | 'FAILED'

/** Cancellation as pages show it. */
export type ShownCancel = {
  id: string
  state: LinkCancelState
  /** Time at which the worker takes it; until then it can be undone. */
  due_at: string
  /** Reason of its failure or of its delay: a code of the host or of lib/dashboard/refusal.ts. */
  problem: string | null
}

export interface LinkCancelRow {
  connection_id: string
  id: string
  link_id: string
  user_id: string | null
  state: LinkCancelState
  attempts: number
  problem: string | null
  due_at: Date
}

export const linkCancelColumns =
  'connection_id, id, link_id, user_id, state, attempts, problem, due_at' as const

export function shownCancel(
  row: { id: string; state: string; problem: string | null } & ({ due_at: Date } | { dueAt: Date }),
): ShownCancel {
  const due = 'dueAt' in row ? row.dueAt : row.due_at
  // A CHECK of the table limits the column to these states.
  return { id: row.id, state: row.state as LinkCancelState, due_at: due.toISOString(), problem: row.problem }
}

/** Notifies open pages, once the transaction of `db` commits, to refetch a link. */
export async function notifyLink(db: Queryable, connectionId: string, linkId: string): Promise<void> {
  await db.query(sql`SELECT ${notifyChange(connectionId, 'links', linkId)}`)
}

export const requestCancelInput = z.object({ id: idField })

/**
 * Requests the cancellation of a link. A worker carries it out after the undo time, even if the page is closed; a
 * repeated request returns the same cancellation. Throws Refusal `resource_not_found`.
 */
export async function requestCancel(ctx: ConnectionContext, { id }: z.output<typeof requestCancelInput>) {
  await mirroredLink(ctx, id)
  const { connectionId, db, userId } = ctx
  const now = ctx.now()
  const dueAt = new Date(now.getTime() + CANCEL_UNDO_MS)
  const row = await db.transaction(async (tx) => {
    await tx.query(sql`
      INSERT INTO dashboard.link_cancel (connection_id, id, link_id, user_id, state, asked_at, due_at)
      VALUES (${connectionId}, ${newId('aud', now)}, ${id}, ${userId}, 'WAITING', ${now}, ${dueAt})
      ON CONFLICT (connection_id, link_id) WHERE state IN ('WAITING', 'RUNNING') DO NOTHING`)
    await notifyLink(tx, connectionId, id)
    const { rows } = await tx.query<LinkCancelRow>(sql`
      SELECT ${raw(linkCancelColumns)} FROM dashboard.link_cancel
      WHERE connection_id = ${connectionId} AND link_id = ${id}
      ORDER BY (state IN ('WAITING', 'RUNNING')) DESC, asked_at DESC LIMIT 1`)
    return rows[0]
  })
  if (!row) throw new Error('a cancel that was just asked for is not there')
  return shownCancel(row)
}

/** `id` is the cancellation's, not the link's: a late press must not undo a newer one. */
export const undoCancelInput = z.object({ id: idField })

/**
 * Undoes a cancellation that no worker has started yet. Returns the cancellation: `UNDONE`, or in the state that it had
 * already reached. Throws Refusal `resource_not_found`.
 */
export async function undoCancel(ctx: ConnectionContext, { id }: z.output<typeof undoCancelInput>) {
  const { connectionId, db } = ctx
  const row = await db.transaction(async (tx) => {
    const undone = await tx.query<LinkCancelRow>(sql`
      UPDATE dashboard.link_cancel SET state = 'UNDONE', finished_at = ${ctx.now()}, problem = NULL
      WHERE connection_id = ${connectionId} AND id = ${id} AND state = 'WAITING' RETURNING ${raw(linkCancelColumns)}`)
    const [mine] = undone.rows
    if (mine) {
      await notifyLink(tx, connectionId, mine.link_id)
      const act = { action: 'links.undo_cancel', objectId: mine.link_id }
      await recordTeamAudit(tx, { ...ctx, ...act, now: ctx.now() })
      return mine
    }
    const { rows } = await tx.query<LinkCancelRow>(sql`
      SELECT ${raw(linkCancelColumns)} FROM dashboard.link_cancel WHERE connection_id = ${connectionId} AND id = ${id}`)
    return rows[0]
  })
  if (!row) throw new Refusal('resource_not_found')
  return shownCancel(row)
}
