import type { Queryable } from '@/lib/platform/database'

/** The channel that wakes the worker's sync loop; a slow poll finds what a lost notification leaves behind. */
export const SYNC_CHANNEL = 'dashboard_sync'

/** Wakes the sync loop once the transaction of `db` commits. */
export async function wakeSync(db: Queryable): Promise<void> {
  await db.query({ name: 'wake-sync', text: `SELECT pg_notify('${SYNC_CHANNEL}', '')` })
}
