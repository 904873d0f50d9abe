import { type Database, findRow, type Queryable } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { type DeliverySet, deliveryTables, retryConditions } from './delivery-conditions'
import { DELIVERIES_CHANNEL } from './record-event'

/** A batch is what a run may queue in a second. */
const BATCH_EVERY_MS = 1_000
const RUNS_MAX = 100

export interface RetryDeps {
  database: Database
  now(): Date
  log: Log
}

interface RunKey {
  account_id: string
  id: string
}

interface ClaimedRun extends RunKey {
  filter: DeliverySet
  per_second: number
  last_delivery_id: string | null
}

/** Queues the next batch of each due bulk retry. Returns the number of queued deliveries. */
export async function queueRetries({ database, now, log }: RetryDeps): Promise<number> {
  const db = database.as('checkout_system')
  const { rows } = await db.query<RunKey>({
    name: 'due-retry-runs',
    text: `SELECT account_id, id FROM service.delivery_retry_run
      WHERE status = 'RUNNING' AND next_batch_at <= $1 ORDER BY next_batch_at LIMIT ${RUNS_MAX}`,
    values: [now()],
  })
  let queued = 0
  for (const run of rows) {
    try {
      queued += await db.transaction((tx) => queueBatch(tx, run, now()))
    } catch (error) {
      log.error({ run_id: run.id, err: error }, 'a batch of a bulk retry was not queued')
    }
  }
  return queued
}

/** Queues one batch and records the run's position, all or nothing: a killed worker leaves no partial batch. */
async function queueBatch(tx: Queryable, key: RunKey, now: Date): Promise<number> {
  const run = await findRow<ClaimedRun>(tx, {
    name: 'claim-retry-run',
    text: `UPDATE service.delivery_retry_run SET next_batch_at = $4
      WHERE account_id = $1 AND id = $2 AND status = 'RUNNING' AND next_batch_at <= $3
      RETURNING account_id, id, filter, per_second, last_delivery_id`,
    values: [key.account_id, key.id, now, new Date(now.getTime() + BATCH_EVERY_MS)],
  })
  if (!run) return 0
  // Waiting attempts of earlier batches count: a slow endpoint gets no queue that would delay its new events, and a run
  // can be stopped until its last attempt is being sent.
  const waiting = await countWaiting(tx, run)
  const room = Math.max(0, run.per_second - waiting)
  const ids = room > 0 ? await nextIds(tx, run, room) : []
  const isDone = waiting === 0 && ids.length === 0
  const asked = ids.length > 0 ? await requestManualAttempt(tx, run.account_id, ids, now, run.id) : []
  await tx.query({
    name: 'record-retry-batch',
    text: `UPDATE service.delivery_retry_run
      SET queued = queued + $3, last_delivery_id = coalesce($4, last_delivery_id),
        status = CASE WHEN $5 THEN 'DONE' ELSE status END,
        finished_at = CASE WHEN $5 THEN $6::timestamptz END,
        next_batch_at = CASE WHEN $5 THEN NULL ELSE next_batch_at END
      WHERE account_id = $1 AND id = $2`,
    values: [run.account_id, run.id, asked.length, ids.at(-1) ?? null, isDone, now],
  })
  return asked.length
}

async function countWaiting(tx: Queryable, { account_id, id }: RunKey): Promise<number> {
  const { rows } = await tx.query<{ waiting: number }>({
    name: 'waiting-of-retry-run',
    text: `SELECT count(*)::integer AS waiting FROM service.delivery
      WHERE account_id = $1 AND retry_run_id = $2 AND manual_due_at IS NOT NULL`,
    values: [account_id, id],
  })
  return rows[0]?.waiting ?? 0
}

/** Returns the ids after the run's last one, oldest first. */
async function nextIds(
  tx: Queryable,
  { account_id, id, filter, last_delivery_id }: ClaimedRun,
  limit: number,
) {
  const { rows: last } = await tx.query<{ created_at: Date }>({
    name: 'last-of-retry-run',
    text: 'SELECT created_at FROM service.delivery WHERE account_id = $1 AND id = $2',
    values: [account_id, last_delivery_id],
  })
  const name = last[0] ? 'retry-on' : 'retry-first'
  const { named, where, values, bind } = retryConditions(name, account_id, filter)
  const more = [`d.retry_run_id IS DISTINCT FROM ${bind(id)}`]
  if (last[0]) more.push(`(d.created_at, d.id) > (${bind(last[0].created_at)}, ${bind(last_delivery_id)})`)
  const { rows } = await tx.query<{ id: string }>({
    ...named,
    text: `SELECT d.id FROM ${deliveryTables}
      WHERE ${[where, ...more].join(' AND ')} AND e.status = 'ACTIVE' ORDER BY d.created_at, d.id LIMIT ${bind(limit)}`,
    values,
  })
  return rows.map((row) => row.id)
}

/**
 * Requests one more attempt of each delivery of an active endpoint, beside the automatic schedule; one that waits
 * already gets no second one. Deliveries are locked before their endpoints. Returns the affected ids.
 */
export async function requestManualAttempt(
  db: Queryable,
  accountId: string,
  deliveryIds: readonly string[],
  now: Date,
  retryRunId: string | null = null,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'request-manual-attempt',
    text: `WITH mine AS MATERIALIZED (
        SELECT d.id, d.endpoint_id FROM service.delivery d
        JOIN service.webhook_endpoint e ON e.account_id = d.account_id AND e.id = d.endpoint_id
        WHERE d.account_id = $1 AND d.id = ANY ($2) AND e.status = 'ACTIVE'
        ORDER BY d.id FOR NO KEY UPDATE OF d
      ), asked AS (
        UPDATE service.delivery d
        SET manual_due_at = coalesce(d.manual_due_at, $3),
          retry_run_id = CASE WHEN d.manual_due_at IS NULL THEN coalesce($4, d.retry_run_id) ELSE d.retry_run_id END
        FROM mine WHERE d.account_id = $1 AND d.id = mine.id RETURNING d.id, d.endpoint_id
      ), due AS MATERIALIZED (
        SELECT e.id FROM service.webhook_endpoint e
        WHERE e.account_id = $1 AND e.id IN (SELECT endpoint_id FROM asked)
        ORDER BY e.id FOR NO KEY UPDATE OF e
      ), marked AS (
        UPDATE service.webhook_endpoint e SET next_due_at = least(e.next_due_at, $3)
        FROM due WHERE e.account_id = $1 AND e.id = due.id RETURNING 1
      ), woken AS (
        SELECT pg_notify($5, '') FROM (SELECT 1 FROM marked LIMIT 1) one
      )
      SELECT asked.id FROM asked LEFT JOIN woken ON true ORDER BY asked.id`,
    values: [accountId, deliveryIds, now, retryRunId, DELIVERIES_CHANNEL],
  })
  return rows.map((row) => row.id)
}
