import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { LinkCancelState, ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import type { Queryable } from '@/lib/platform/database'

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

/** Returns the row as pages show it. */
export function shownCancel({
  id,
  state,
  due_at,
  problem,
}: Pick<LinkCancelRow, 'id' | 'state' | 'due_at' | 'problem'>): ShownCancel {
  return { id, state, due_at: due_at.toISOString(), problem }
}

/** Notifies open pages, once the transaction of `db` commits, to refetch a link. */
export async function notifyLink(db: Queryable, connectionId: string, linkId: string): Promise<void> {
  await db.query({
    name: 'notify-link',
    text: `SELECT pg_notify('${LIVE_CHANNEL}', $1)`,
    values: [changeMessage(connectionId, 'links', linkId)],
  })
}
