import { newId } from '@/lib/contract/ids'
import {
  RETRIES_PER_SECOND,
  type RetryPlan,
  type RetryRun,
  type RetryRunDetail,
} from '@/lib/contract/panel/deliveries'
import { findRow } from '@/lib/platform/database'
import { actorText, recordAudit } from '@/lib/service/audit/record-audit'
import { type DeliverySet, deliveryTables, retryConditions } from '@/lib/service/webhooks/delivery-conditions'
import type { PanelContext } from './panel'

const DAY_MS = 86_400_000

type RunsContext = Pick<PanelContext, 'db' | 'accountId'>

/** Returns the plan of a bulk retry of a set: by endpoint, and the deliveries that stay because theirs is not active. */
export async function planRetry({ db, accountId }: RunsContext, set: DeliverySet): Promise<RetryPlan> {
  const { named, where, values } = retryConditions('plan-retry', accountId, set)
  const { rows } = await db.query<
    RetryPlan['parts'][number] & { active: boolean; oldest: Date; newest: Date }
  >({
    ...named,
    text: `SELECT d.endpoint_id, e.url, e.status = 'ACTIVE' AS active, count(*) AS count,
        min(d.created_at) AS oldest, max(d.created_at) AS newest
      FROM ${deliveryTables} WHERE ${where} GROUP BY d.endpoint_id, e.url, e.status ORDER BY count(*) DESC, e.url`,
    values,
  })
  const parts = rows.filter(({ active }) => active)
  const sum = (counted: readonly { count: number }[]) =>
    counted.reduce((total, { count }) => total + count, 0)
  const times = parts.flatMap(({ oldest, newest }) => [oldest.toISOString(), newest.toISOString()]).sort()
  return {
    total: sum(parts),
    inactive: sum(rows) - sum(parts),
    oldest: times[0] ?? null,
    newest: times.at(-1) ?? null,
    parts: parts.map(({ endpoint_id, url, count }) => ({ endpoint_id, url, count })),
  }
}

/**
 * Starts a bulk retry of the current state of a set, audited under the member. Returns its id; null if another one is
 * running, or the set has nothing to send.
 */
export async function startRetryRun(ctx: PanelContext, set: DeliverySet): Promise<{ id: string } | null> {
  const { db, accountId, actor } = ctx
  const now = ctx.now()
  const id = newId('run', now)
  const end = now.toISOString()
  const filter = {
    ...set,
    // Later deliveries are not part of the plan.
    created_before: set.created_before && set.created_before < end ? set.created_before : end,
  }
  const { where, values, bind } = retryConditions('start-retry', accountId, filter)
  const run = [id, JSON.stringify(filter), RETRIES_PER_SECOND, actorText(actor), now].map(bind)
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ total: number }>({
      text: `INSERT INTO service.delivery_retry_run
          (account_id, id, filter, per_second, total, actor, created_at, next_batch_at)
        SELECT $1, ${run[0]}, ${run[1]}::jsonb, ${run[2]}, counted.total, ${run[3]}, ${run[4]}, ${run[4]}
        FROM (SELECT count(*) AS total FROM ${deliveryTables} WHERE ${where} AND e.status = 'ACTIVE') counted
        WHERE counted.total > 0
        ON CONFLICT (account_id) WHERE status = 'RUNNING' DO NOTHING RETURNING total`,
      values,
    })
    if (!rows[0]) return null
    const details = { total: rows[0].total }
    await recordAudit(tx, { accountId, actor, action: 'delivery_retry.started', objectId: id, details, now })
    return { id }
  })
}

/** Stops a bulk retry: queued deliveries that are not being sent are withdrawn. Returns false if it is not running. */
export async function stopRetryRun(ctx: PanelContext, id: string): Promise<boolean> {
  const { db, accountId, actor } = ctx
  const now = ctx.now()
  return db.transaction(async (tx) => {
    const stopped = await tx.query({
      text: `UPDATE service.delivery_retry_run SET status = 'STOPPED', finished_at = $3, next_batch_at = NULL
        WHERE account_id = $1 AND id = $2 AND status = 'RUNNING'`,
      values: [accountId, id, now],
    })
    if (stopped.count === 0) return false
    await tx.query({
      text: `WITH withdrawn AS (
          UPDATE service.delivery SET manual_due_at = NULL, retry_run_id = NULL
          WHERE account_id = $1 AND retry_run_id = $2 AND manual_due_at IS NOT NULL AND owner IS NULL RETURNING 1)
        UPDATE service.delivery_retry_run SET queued = queued - (SELECT count(*) FROM withdrawn)
        WHERE account_id = $1 AND id = $2`,
      values: [accountId, id],
    })
    await recordAudit(tx, { accountId, actor, action: 'delivery_retry.stopped', objectId: id, now })
    return true
  })
}

type RunRow = Omit<RetryRun, 'created_at' | 'finished_at'> & { created_at: Date; finished_at: Date | null }

const runColumns = 'r.id, r.status, r.total, r.queued, r.created_at, r.finished_at'

function shownRun({ id, status, total, queued, created_at, finished_at }: RunRow): RetryRun {
  const times = { created_at: created_at.toISOString(), finished_at: finished_at?.toISOString() ?? null }
  return { id, status, total, queued, ...times }
}

/** Returns a bulk retry with the results of its deliveries so far; null if the account has none of this id. */
export async function getRetryRun(
  { db, accountId }: RunsContext,
  id: string,
): Promise<RetryRunDetail | null> {
  const row = await findRow<RunRow & Pick<RetryRunDetail, 'waiting' | 'delivered' | 'failed'>>(db, {
    name: 'panel-retry-run',
    text: `SELECT ${runColumns}, c.waiting, c.delivered, c.failed
      FROM service.delivery_retry_run r CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE d.manual_due_at IS NOT NULL) AS waiting,
          count(*) FILTER (WHERE d.manual_due_at IS NULL AND d.last_error_class IS NULL) AS delivered,
          count(*) FILTER (WHERE d.manual_due_at IS NULL AND d.last_error_class IS NOT NULL) AS failed
        FROM service.delivery d WHERE d.account_id = r.account_id AND d.retry_run_id = r.id) c
      WHERE r.account_id = $1 AND r.id = $2`,
    values: [accountId, id],
  })
  if (!row) return null
  const { waiting, delivered, failed } = row
  return { ...shownRun(row), waiting, delivered, failed }
}

/** Returns the newest bulk retry that runs, or that ended within a day; null without one. */
export async function latestRetryRun({ db, accountId, now }: PanelContext): Promise<RetryRun | null> {
  const { rows } = await db.query<RunRow>({
    name: 'panel-retry-run-latest',
    text: `SELECT ${runColumns} FROM service.delivery_retry_run r
      WHERE r.account_id = $1 AND (r.status = 'RUNNING' OR r.finished_at > $2)
      ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
    values: [accountId, new Date(now().getTime() - DAY_MS)],
  })
  return rows[0] ? shownRun(rows[0]) : null
}
