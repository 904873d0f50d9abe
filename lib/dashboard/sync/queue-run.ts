import { newId } from '@/lib/contract/ids'
import { mirrorNouns } from '@/lib/dashboard/schema/mirror'
import type { Queryable } from '@/lib/platform/database'

/**
 * Queues the next run of a connection, unless one is open: an import until every noun is imported, then a comparison with
 * the host that looks `days` back (null = the whole history). With `isComparison`, those nouns are compared that are imported.
 * Joins the caller's transaction.
 */
export async function queueRun(
  db: Queryable,
  {
    connectionId,
    days,
    now,
    isComparison = false,
  }: { connectionId: string; days: number | null; now: Date; isComparison?: boolean },
): Promise<void> {
  await db.query({
    name: 'queue-run',
    text: `WITH next AS (
        SELECT $5 OR count(*) = ${mirrorNouns.length} AS imported
        FROM dashboard.noun_import WHERE connection_id = $1 AND done_at IS NOT NULL
      )
      INSERT INTO dashboard.sync_run (connection_id, id, kind, state, progress, started_at)
      SELECT $1, $2, CASE WHEN imported THEN 'RECONCILE' ELSE 'IMPORT' END, 'QUEUED',
        CASE WHEN imported THEN jsonb_build_object('days', $3::integer) ELSE '{}' END, $4 FROM next
      ON CONFLICT (connection_id) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING`,
    values: [connectionId, newId('sync', now), days, now, isComparison],
  })
}
