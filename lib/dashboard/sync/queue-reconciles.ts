import type { Dashboard } from '@/lib/dashboard/context'
import { hasReadAll, queueRun } from './queue-run'
import {
  DEEP_EVERY_MS,
  DEEP_WINDOW_DAYS,
  FULL_EVERY_MS,
  FULL_RETRY_MS,
  RECONCILE_EVERY_MS,
  WINDOW_DAYS,
} from './sync-windows'

interface DueReconcile {
  id: string
  deep: boolean
  full: boolean
  /** True if the last run is a failed import: the imported nouns get their turn. */
  is_comparison: boolean
}

/**
 * Queues the next run of each connection whose last one began long enough ago and whose calls are not paused. Any number
 * of workers may call it.
 * @returns the number of queued runs
 */
export async function queueReconciles({
  database,
  now,
}: Pick<Dashboard, 'database' | 'now'>): Promise<number> {
  const at = now()
  const system = database.as('checkout_dashboard_system')
  const { rows } = await system.query<DueReconcile>({
    name: 'due-reconciles',
    text: `SELECT c.id, NOT EXISTS (
          SELECT FROM dashboard.sync_run r WHERE r.connection_id = c.id
            AND (r.state = 'DONE' AND r.started_at > $2 OR r.state = 'FAILED' AND r.kind = 'RECONCILE' AND r.started_at > $6)
            AND (r.progress->>'days' IS NULL OR (r.progress->>'days')::integer >= $3)
        ) AS deep, NOT EXISTS (
          SELECT FROM dashboard.sync_run r WHERE r.connection_id = c.id AND (r.started_at > $4 AND ${hasReadAll}
            OR r.state = 'FAILED' AND r.kind = 'RECONCILE' AND r.started_at > $6 AND r.progress->>'days' IS NULL)
        ) AS "full", EXISTS (SELECT FROM dashboard.noun_import WHERE connection_id = c.id AND done_at IS NOT NULL)
          AND (SELECT r.kind = 'IMPORT' AND r.state = 'FAILED' FROM dashboard.sync_run r
            WHERE r.connection_id = c.id ORDER BY r.started_at DESC LIMIT 1) AS is_comparison
      FROM dashboard.connection c
      WHERE c.disconnected_at IS NULL AND (c.calls_paused_until IS NULL OR c.calls_paused_until <= $5)
        AND NOT EXISTS (SELECT FROM dashboard.sync_run r WHERE r.connection_id = c.id
        AND (r.started_at > $1 OR r.state IN ('QUEUED', 'RUNNING')))`,
    values: [
      new Date(at.getTime() - RECONCILE_EVERY_MS),
      new Date(at.getTime() - DEEP_EVERY_MS),
      DEEP_WINDOW_DAYS,
      new Date(at.getTime() - FULL_EVERY_MS),
      at,
      new Date(at.getTime() - FULL_RETRY_MS),
    ],
  })
  for (const { id, deep, full, is_comparison: isComparison } of rows) {
    const days = full ? null : deep ? DEEP_WINDOW_DAYS : WINDOW_DAYS
    await queueRun(system, { connectionId: id, days, now: at, isComparison })
  }
  return rows.length
}
