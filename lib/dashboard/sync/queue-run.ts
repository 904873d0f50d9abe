import { newId } from '@/lib/contract/ids'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { liftPause } from '@/lib/dashboard/client/rate-limit-pause'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { DEEP_WINDOW_DAYS, mirrorNouns, type SyncProgress } from '@/lib/dashboard/mirror/shape'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { newestRun } from './sync-run'

const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS
/**
 * Window of the frequent comparison: changes without an event happen soon after creation, and non-final objects are
 * fetched at any age.
 */
const WINDOW_DAYS = 2
/** Interval of comparisons of the whole history: an old object may have changed without an event. */
const WHOLE_EVERY_MS = 7 * DAY_MS
/** Delay before a failed deep or whole comparison is tried again; shorter ones continue in the meantime. */
const RETRY_AFTER_MS = HOUR_MS
/** Interval of the comparisons of a mirror with its host. */
export const RECONCILE_EVERY_MS = 10 * 60_000

/**
 * SQL condition that a run `r` has read the whole history. An import that finished an earlier one lacks the objects
 * created between them.
 */
export const hasReadAll = `r.state = 'DONE' AND r.progress ->> 'days' IS NULL AND (r.kind = 'RECONCILE' OR NOT EXISTS (
  SELECT FROM dashboard.noun_import i
  WHERE i.connection_id = r.connection_id AND COALESCE(i.started_at < r.started_at, true)))`

interface NextRun {
  connectionId: string
  /** Length of the window; null means the whole history. */
  days: number | null
  now: Date
  /** True for the schedule: after a failed import, the imported nouns are compared before the next one. */
  isScheduled?: boolean
}

/**
 * Queues the next run of a connection, unless one is open: an import until every noun is imported, then a comparison with
 * the host. It goes back further than asked if no comparison has done so for too long: nine days once a day, the whole
 * history once a week. Joins the caller's transaction.
 * @returns false if another run is open
 */
export async function queueRun(db: Queryable, { connectionId, days, now, isScheduled = false }: NextRun) {
  const { count } = await db.query(sql`
    WITH run AS (
      SELECT r.kind, r.state, r.started_at, (r.progress ->> 'days')::integer AS days,
        ${raw(hasReadAll)} AS has_read_all,
        r.state = 'FAILED' AND r.kind = 'RECONCILE'
          AND r.started_at > ${new Date(now.getTime() - RETRY_AFTER_MS)} AS has_failed
      FROM dashboard.sync_run r WHERE connection_id = ${connectionId}
    ), known AS (
      SELECT count(*) = ${raw(mirrorNouns.length)}
        OR (${isScheduled} AND count(*) > 0 AND (SELECT kind = 'IMPORT' AND state = 'FAILED'
          FROM run ORDER BY started_at DESC LIMIT 1)) AS imported,
        ${days}::integer IS NULL OR NOT EXISTS (SELECT FROM run
          WHERE has_read_all AND started_at > ${new Date(now.getTime() - WHOLE_EVERY_MS)} OR has_failed
            AND days IS NULL) AS whole,
        NOT EXISTS (SELECT FROM run
          WHERE (state = 'DONE' AND started_at > ${new Date(now.getTime() - DAY_MS)} OR has_failed)
          AND (days IS NULL OR days >= ${raw(DEEP_WINDOW_DAYS)})) AS deep
      FROM dashboard.noun_import WHERE connection_id = ${connectionId} AND done_at IS NOT NULL
    )
    INSERT INTO dashboard.sync_run (connection_id, id, kind, state, progress, started_at)
    SELECT ${connectionId}, ${newId('sync', now)}, CASE WHEN imported THEN 'RECONCILE' ELSE 'IMPORT' END, 'QUEUED',
      CASE WHEN imported THEN jsonb_build_object('days', CASE WHEN NOT whole
        THEN CASE WHEN deep THEN GREATEST(${days}::integer,
          ${raw(DEEP_WINDOW_DAYS)}) ELSE ${days} END END) ELSE '{}' END, ${now} FROM known
    ON CONFLICT (connection_id) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING`)
  return count > 0
}

/**
 * Queues the next run of each connection whose last one began long enough ago and whose calls are not paused. Any number
 * of workers may call it.
 * @returns the number of queued runs
 */
export async function queueReconciles(dashboard: Pick<Dashboard, 'database' | 'now'>): Promise<number> {
  const now = dashboard.now()
  const system = asSystem(dashboard)
  const { rows } = await system.query<{ id: string }>(sql`
    SELECT c.id FROM dashboard.connection c
    WHERE c.disconnected_at IS NULL AND (c.calls_paused_until IS NULL OR c.calls_paused_until <= ${now})
      AND NOT EXISTS (SELECT FROM dashboard.sync_run r
        WHERE r.connection_id = c.id
          AND (r.started_at > ${new Date(now.getTime() - RECONCILE_EVERY_MS)} OR r.state IN ('QUEUED', 'RUNNING')))`)
  for (const { id } of rows)
    await queueRun(system, { connectionId: id, days: WINDOW_DAYS, now, isScheduled: true })
  return rows.length
}

/**
 * Queues a comparison of the mirror with the host, of the `whole` history or the last days, or the rest of the import.
 * Returns an open run instead of a second one. Throws Refusal `account_disconnected`.
 */
export async function requestReconcile(
  ctx: ConnectionContext,
  { whole = false }: { whole?: boolean | undefined } = {},
): Promise<SyncProgress> {
  const { connectionId, db } = ctx
  if (ctx.disconnectedAt) throw new Refusal('account_disconnected')
  const run = await db.transaction(async (tx) => {
    await recordTeamAudit(tx, { ...ctx, action: 'mirror.reconcile', now: ctx.now() })
    await queueRun(tx, { connectionId, days: whole ? null : DEEP_WINDOW_DAYS, now: ctx.now() })
    await liftPause(tx, connectionId, ctx.now())
    await wakeSync(tx)
    return newestRun(tx, connectionId)
  })
  if (!run) throw new Error('a run that was just asked for is not there')
  return run
}
