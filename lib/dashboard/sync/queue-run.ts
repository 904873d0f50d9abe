import { newId } from '@/lib/contract/ids'
import { mirrorNouns } from '@/lib/dashboard/schema/mirror'
import type { Queryable } from '@/lib/platform/database'
import { DEEP_WINDOW_DAYS, FULL_RETRY_MS } from './sync-windows'

const DAY_MS = 24 * 60 * 60_000

/**
 * SQL condition that a run `r` has read the whole history. An import that finished an earlier one lacks the objects
 * created between them.
 */
export const hasReadAll = `r.state = 'DONE' AND r.progress ->> 'days' IS NULL AND (r.kind = 'RECONCILE' OR NOT EXISTS (
  SELECT FROM dashboard.noun_import i
  WHERE i.connection_id = r.connection_id AND COALESCE(i.started_at < r.started_at, true)))`

/**
 * Queues the next run of a connection, unless one is open: an import until every noun is imported, then a comparison with
 * the host that goes `days` back (null: the whole history). It covers the whole history if no run has read it for longer
 * than the longest window, such as after a period without a connection. With `isComparison`, the imported nouns are
 * compared. Joins the caller's transaction.
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
      ), known AS (
        SELECT EXISTS (SELECT FROM dashboard.sync_run r WHERE connection_id = $1
          AND (r.started_at > $6 AND ${hasReadAll} OR r.started_at > $7 AND r.state = 'FAILED' AND r.kind = 'RECONCILE' AND r.progress ->> 'days' IS NULL)) AS is_whole
      )
      INSERT INTO dashboard.sync_run (connection_id, id, kind, state, progress, started_at)
      SELECT $1, $2, CASE WHEN imported THEN 'RECONCILE' ELSE 'IMPORT' END, 'QUEUED',
        CASE WHEN imported THEN jsonb_build_object('days', CASE WHEN is_whole THEN $3::integer END) ELSE '{}' END, $4 FROM next, known
      ON CONFLICT (connection_id) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING`,
    values: [
      connectionId,
      newId('sync', now),
      days,
      now,
      isComparison,
      new Date(now.getTime() - DEEP_WINDOW_DAYS * DAY_MS),
      new Date(now.getTime() - FULL_RETRY_MS),
    ],
  })
}
