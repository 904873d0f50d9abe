import { newId } from '@/lib/contract/ids'
import { CLEARED_PAUSE } from '@/lib/dashboard/client/call-pause'
import type { Dashboard } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'

/**
 * Moves a connection to a new base URL of its host, under the same key, and imports its history again, because the URLs
 * in its objects have changed too. The caller is responsible for the URL.
 */
export async function moveConnection(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  { connectionId, baseUrl }: { connectionId: string; baseUrl: string },
): Promise<void> {
  await database.as('checkout_dashboard', connectionId).transaction(async (tx) => {
    await tx.query({
      text: `UPDATE dashboard.connection SET base_url = $2, ${CLEARED_PAUSE} WHERE id = $1`,
      values: [connectionId, baseUrl],
    })
    await tx.query({
      text: `INSERT INTO dashboard.sync_run (connection_id, id, kind, state, started_at)
        VALUES ($1, $2, 'IMPORT', 'QUEUED', $3)
        ON CONFLICT (connection_id) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING`,
      values: [connectionId, newId('sync', now()), now()],
    })
    await wakeSync(tx)
  })
}
