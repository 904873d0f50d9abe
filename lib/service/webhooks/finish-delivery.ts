import type { Queryable } from '@/lib/platform/database'
import type { ClaimedDelivery } from './claim-deliveries'
import { nextAttemptAt } from './retry-schedule'
import type { Attempt } from './send-delivery'

/** What a delivery became. `lost`: the lease had passed and another worker holds it now; nothing was written. */
export type Finish = 'SUCCEEDED' | 'PENDING' | 'FAILED' | 'SKIPPED' | 'lost'

/**
 * Writes an attempt and what follows from it: the end, the next retry, or SKIPPED when the endpoint was paused or
 * deleted meanwhile. One statement behind the fence of the claim's owner.
 */
export async function finishDelivery(
  db: Queryable,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  now: Date,
): Promise<Finish> {
  const number = delivery.attempts + 1
  const retryAt = nextAttemptAt(number, now)
  const status = attempt.errorClass === null ? 'SUCCEEDED' : retryAt ? 'PENDING' : 'FAILED'
  const { rows } = await db.query<{ status: Exclude<Finish, 'lost'> }>({
    name: 'finish-delivery',
    text: `WITH ended AS (
        SELECT CASE WHEN $4 = 'PENDING' AND e.status <> 'ACTIVE' THEN 'SKIPPED' ELSE $4 END AS status
        FROM service.webhook_endpoint e WHERE e.account_id = $1 AND e.id = $5
      ), mine AS (
        UPDATE service.delivery d SET status = ended.status, attempts = $6, owner = NULL, lease_until = NULL,
          next_attempt_at = coalesce($7, next_attempt_at),
          finished_at = CASE ended.status WHEN 'PENDING' THEN NULL ELSE $8::timestamptz END
        FROM ended
        WHERE d.account_id = $1 AND d.id = $2 AND d.owner = $3 AND d.status = 'PENDING'
        RETURNING d.account_id, d.id, d.status
      ), written AS (
        INSERT INTO service.delivery_attempt
          (account_id, delivery_id, number, attempted_at, duration_ms, answer_status, error_class, answer_head)
        SELECT account_id, id, $6, $9, $10, $11, $12, $13 FROM mine
      )
      SELECT status FROM mine`,
    values: [
      delivery.account_id,
      delivery.id,
      delivery.owner,
      status,
      delivery.endpoint_id,
      number,
      status === 'PENDING' ? retryAt : null,
      now,
      attempt.attemptedAt,
      attempt.durationMs,
      attempt.answerStatus,
      attempt.errorClass,
      attempt.answerHead,
    ],
  })
  return rows[0]?.status ?? 'lost'
}

/** Gives a delivery back unsent, or sent without an end, when this process stops: it stays due. */
export async function giveBackDelivery(db: Queryable, delivery: ClaimedDelivery): Promise<void> {
  await db.query({
    text: `UPDATE service.delivery SET owner = NULL, lease_until = NULL WHERE account_id = $1 AND id = $2 AND owner = $3`,
    values: [delivery.account_id, delivery.id, delivery.owner],
  })
}
