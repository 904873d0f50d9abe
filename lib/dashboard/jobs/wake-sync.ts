import type { Queryable } from '@/lib/platform/database'

/** Channel that wakes the worker's sync loop; a slow poll covers lost notifications. */
export const SYNC_CHANNEL = 'dashboard_sync'

/** Wakes the sync loop once the transaction of `db` commits. */
export async function wakeSync(db: Queryable): Promise<void> {
  await db.query({ name: 'wake-sync', text: `SELECT pg_notify('${SYNC_CHANNEL}', '')` })
}
