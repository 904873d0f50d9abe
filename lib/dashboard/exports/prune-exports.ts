import type { Dashboard } from '@/lib/dashboard/context'

/** Mail that is over is kept as long as received events. */
const MAIL_DAYS = 90

/** Deletes files that have expired and mail that nobody looks back to. Any number of workers may do so. */
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
