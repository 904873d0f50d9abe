import type { Dashboard } from '@/lib/dashboard/context'
import { FILES_KEPT_MAX, FILES_KEPT_MB } from '@/lib/dashboard/schema/export'
import type { Queryable } from '@/lib/platform/database'

/** Deletes an account's oldest files beyond its limits of number and bytes; the newest one stays. */
export async function deleteOldFiles(db: Queryable, connectionId: string): Promise<void> {
  await db.query({
    name: 'delete-old-exports',
    text: `DELETE FROM dashboard.export_job USING (
        SELECT id AS kept, row_number() OVER newest AS position, sum(bytes) OVER newest AS total
        FROM dashboard.export_job WHERE connection_id = $1 AND state = 'DONE'
        WINDOW newest AS (ORDER BY finished_at DESC, created_at DESC, id DESC)
      ) AS files
      WHERE connection_id = $1 AND id = kept AND position > 1 AND (position > $2 OR total > $3)`,
    values: [connectionId, FILES_KEPT_MAX, FILES_KEPT_MB * 1_000_000],
  })
}

/** Retention of finished mail, the same as of received events. */
const MAIL_DAYS = 90

/** Deletes expired files and old mail. Any number of workers may call it. */
export async function pruneExports({ database, now }: Pick<Dashboard, 'database' | 'now'>): Promise<void> {
  const system = database.as('checkout_dashboard_system')
  await system.query({
    text: `DELETE FROM dashboard.export_job WHERE expires_at < $1`,
    values: [now()],
  })
  await system.query({
    text: `DELETE FROM dashboard.mail WHERE created_at < $1 AND finished_at IS NOT NULL`,
    values: [new Date(now().getTime() - MAIL_DAYS * 86_400_000)],
  })
}
