import { newId } from '@/lib/contract/ids'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { SyncProgress } from '@/lib/dashboard/schema/mirror'
import { progressOf, type SyncRunRow, syncRunColumns } from './sync-run'
import { DEEP_WINDOW_DAYS } from './sync-windows'
import { wakeSync } from './wake-sync'

/** Asks for a comparison of the mirror with the host now. A run that is under way is answered instead of a second. */
export async function requestReconcile(ctx: ConnectionContext): Promise<SyncProgress> {
  const { connectionId, db } = ctx
  const row = await db.transaction(async (tx) => {
    await tx.query({
      text: `INSERT INTO dashboard.sync_run (connection_id, id, kind, state, progress, started_at)
        VALUES ($1, $2, 'RECONCILE', 'QUEUED', $3, $4)
        ON CONFLICT (connection_id) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING`,
      values: [connectionId, newId('sync', ctx.now()), JSON.stringify({ days: DEEP_WINDOW_DAYS }), ctx.now()],
    })
    await wakeSync(tx)
    const { rows } = await tx.query<SyncRunRow>({
      text: `SELECT ${syncRunColumns} FROM dashboard.sync_run WHERE connection_id = $1
        ORDER BY (state IN ('QUEUED', 'RUNNING')) DESC, started_at DESC LIMIT 1`,
      values: [connectionId],
    })
    return rows[0]
  })
  if (!row) throw new Error('a run that was just asked for is not there')
  return progressOf(row)
}
