import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { Queryable } from '@/lib/platform/database'

/** Refreshes every open page of the account's files once the transaction of `db` commits. */
export async function notifyExports(db: Queryable, connectionId: string): Promise<void> {
  await db.query({
    name: 'notify-exports',
    text: `SELECT pg_notify('${LIVE_CHANNEL}', $1)`,
    values: [changeMessage(connectionId, 'exports', null)],
  })
}
