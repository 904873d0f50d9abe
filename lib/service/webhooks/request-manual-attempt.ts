import type { Queryable } from '@/lib/platform/database'
import { DELIVERIES_CHANNEL } from './record-event'

/**
 * Requests one more attempt of each delivery, whatever its status; the automatic schedule stays unchanged. Returns the
 * affected ids: those of active endpoints. A delivery that already waits for a manual attempt gets no second one, and a
 * bulk retry does not take it over: stopping the run leaves it. Deliveries are locked before their endpoints, as
 * everywhere (see claim-deliveries).
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
