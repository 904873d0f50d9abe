import type { Handle, Queryable } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type EndpointContext, getEndpoint } from '@/lib/service/webhooks/endpoint-row'
import { DELIVERIES_CHANNEL } from '@/lib/service/webhooks/record-event'

/** Deliveries per transaction. */
const BATCH = 500

/**
 * Decides on the events that an active endpoint missed while it was paused: queues them, or leaves them skipped.
 * Returns the number of queued ones. The decision is recorded last, so that after a crash in between it is still open
 * for the rest. Throws 404 `resource_not_found`.
 */
export async function answerMissed(ctx: EndpointContext, { id, send }: { id: string; send: boolean }) {
  const { accountId, actor, db } = ctx
  const now = ctx.now()
  const { status, missed_since: since } = await getEndpoint(ctx, id)
  if (status !== 'ACTIVE' || !since) return 0
  const queued = send ? await sendSkipped(db, accountId, id, since, now) : 0
  await db.transaction(async (tx) => {
    const { count } = await tx.query({
      text: `UPDATE service.webhook_endpoint SET missed_since = NULL
        WHERE account_id = $1 AND id = $2 AND status = 'ACTIVE' AND missed_since = $3`,
      values: [accountId, id, since],
    })
    if (count === 0) return
    const action = send ? 'webhook_endpoint.missed_sent' : 'webhook_endpoint.missed_left'
    await recordAudit(tx, { accountId, actor, action, objectId: id, details: { queued }, now })
  })
  return queued
}

/**
 * Returns the number of events that an endpoint missed since `since`: a pause also skips, at its own instant, the
 * deliveries that waited.
 */
export async function countSkipped(db: Queryable, accountId: string, endpointId: string, since: Date) {
  const { rows } = await db.query<{ count: number }>({
    text: `SELECT count(*) FROM service.delivery
      WHERE account_id = $1 AND endpoint_id = $2 AND status = 'SKIPPED' AND NOT test AND finished_at >= $3`,
    values: [accountId, endpointId, since],
  })
  return rows[0]?.count ?? 0
}

/**
 * Queues the events that an active endpoint missed since `since`, each with a whole schedule. Returns their number.
 * Stops early if the endpoint is paused again, which skips them again.
 */
export async function sendSkipped(db: Handle, accountId: string, endpointId: string, since: Date, now: Date) {
  let sent = 0
  for (;;) {
    const { rows } = await db.query<{ queued: number }>({
      text: `WITH missed AS MATERIALIZED (
          SELECT d.id FROM service.delivery d
          JOIN service.webhook_endpoint e ON e.account_id = d.account_id AND e.id = d.endpoint_id
          WHERE d.account_id = $1 AND d.endpoint_id = $2 AND d.status = 'SKIPPED' AND NOT d.test
            AND d.finished_at >= $3 AND d.owner IS NULL AND e.status = 'ACTIVE'
          ORDER BY d.finished_at LIMIT $5 FOR NO KEY UPDATE OF d SKIP LOCKED
        ), queued AS (
          UPDATE service.delivery d SET status = 'PENDING', finished_at = NULL, next_attempt_at = $4,
            automatic_attempts = 0, manual_due_at = NULL
          FROM missed WHERE d.account_id = $1 AND d.id = missed.id RETURNING 1
        )
        SELECT count(*) AS queued, pg_notify($6, '') FROM queued HAVING count(*) > 0`,
      values: [accountId, endpointId, since, now, BATCH, DELIVERIES_CHANNEL],
    })
    const queued = rows[0]?.queued ?? 0
    if (queued === 0) return sent
    sent += queued
  }
}
