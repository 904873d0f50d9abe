import { WEBHOOK_RETRY_WAITS_S } from '@/lib/contract/limits'
import type { Queryable } from '@/lib/platform/database'
import { type ClaimedDelivery, dueTimeSql, lowerDueTimes } from './claim-deliveries'
import type { Attempt } from './send-delivery'

/** Result of writing an attempt. `lost`: another worker holds the delivery, and nothing was written. */
export type Finish = 'SUCCEEDED' | 'PENDING' | 'FAILED' | 'SKIPPED' | 'lost'

export interface FinishedAttempt {
  delivery: ClaimedDelivery
  attempt: Attempt
  now: Date
}

/** Duration from which a response counts as slow, because it holds a slot that others wait for, milliseconds. */
export const SLOW_AFTER_MS = 2_000
/** Time that a slow endpoint stays in the slow lane, unless it responds in time before, milliseconds. */
const SLOW_FOR_MS = 600_000

/**
 * Writes attempts and the consequence of each, behind the fence of its claim, in one statement. A manual attempt leaves
 * the schedule unchanged, and a test event its endpoint's health. Returns the outcomes in order.
 */
export async function finishDeliveries(db: Queryable, finished: readonly FinishedAttempt[]) {
  const given = [...finished].sort((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  const { rows } = await db.query<{ account_id: string; id: string; status: Exclude<Finish, 'lost'> }>({
    name: 'finish-deliveries',
    text: `WITH given AS MATERIALIZED (
        SELECT account_id, id, owner, endpoint_id, manual, retry_at, now, attempted_at, duration_ms, answer_status,
          error_class, answer_head, signature, answer_headers, slow
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::timestamptz[],
          $7::timestamptz[], $8::timestamptz[], $9::integer[], $10::integer[], $11::text[], $12::text[], $13::text[],
          $14::jsonb[], $15::boolean[])
          AS g (account_id, id, owner, endpoint_id, manual, retry_at, now, attempted_at, duration_ms, answer_status,
            error_class, answer_head, signature, answer_headers, slow)
      ), ended AS MATERIALIZED (
        SELECT d.account_id, d.id, CASE
            WHEN g.error_class IS NULL THEN 'SUCCEEDED'
            WHEN NOT g.manual AND g.retry_at IS NULL THEN 'FAILED'
            WHEN d.status <> 'PENDING' AND g.manual THEN d.status
            WHEN e.status <> 'ACTIVE' THEN 'SKIPPED'
            ELSE 'PENDING' END AS status, e.missed_since
        FROM given g
        JOIN service.delivery d ON d.account_id = g.account_id AND d.id = g.id
        JOIN service.webhook_endpoint e ON e.account_id = g.account_id AND e.id = g.endpoint_id
      ), mine AS (
        UPDATE service.delivery d SET status = x.status, owner = NULL, lease_until = NULL, attempts = d.attempts + 1,
          automatic_attempts = d.automatic_attempts + CASE WHEN g.manual THEN 0 ELSE 1 END,
          next_attempt_at = CASE WHEN g.manual THEN d.next_attempt_at ELSE coalesce(g.retry_at, d.next_attempt_at) END,
          manual_due_at = CASE WHEN g.manual OR g.error_class IS NULL THEN NULL ELSE d.manual_due_at END,
          finished_at = CASE x.status WHEN 'PENDING' THEN NULL WHEN d.status THEN d.finished_at
            WHEN 'SKIPPED' THEN greatest(g.now, x.missed_since) ELSE g.now END,
          last_attempt_at = g.attempted_at, last_answer_status = g.answer_status, last_error_class = g.error_class
        FROM given g JOIN ended x ON x.account_id = g.account_id AND x.id = g.id
        WHERE d.account_id = g.account_id AND d.id = g.id AND d.owner = g.owner
        RETURNING d.account_id, d.id, d.endpoint_id, d.status, d.attempts, d.test, ${dueTimeSql('d')} AS due_at
      ), written AS (
        INSERT INTO service.delivery_attempt (account_id, delivery_id, number, attempted_at, duration_ms,
          answer_status, error_class, answer_head, manual, signature, answer_headers)
        SELECT m.account_id, m.id, m.attempts, g.attempted_at, g.duration_ms, g.answer_status, g.error_class,
          g.answer_head, g.manual, g.signature, g.answer_headers
        FROM mine m JOIN given g ON g.account_id = m.account_id AND g.id = m.id
      ), health AS (
        SELECT m.account_id, m.endpoint_id, bool_or(g.error_class IS NULL) FILTER (WHERE NOT m.test) AS succeeded,
          min(g.attempted_at) FILTER (WHERE g.error_class IS NOT NULL AND NOT m.test) AS failed_at,
          max(g.now) FILTER (WHERE g.slow) AS slow_at, bool_or(g.error_class IS NULL AND NOT g.slow) AS in_time,
          min(m.due_at) AS due_at
        FROM mine m JOIN given g ON g.account_id = m.account_id AND g.id = m.id
        GROUP BY m.account_id, m.endpoint_id
      ), touched AS MATERIALIZED (
        SELECT e.account_id, e.id, h.due_at,
          CASE WHEN h.succeeded THEN NULL ELSE coalesce(e.failing_since, h.failed_at) END AS failing_since,
          CASE WHEN h.slow_at IS NOT NULL THEN h.slow_at + $16 * interval '1 millisecond'
            WHEN h.in_time THEN NULL ELSE e.slow_until END AS slow_until
        FROM health h JOIN service.webhook_endpoint e ON e.account_id = h.account_id AND e.id = h.endpoint_id
        WHERE h.due_at IS NOT NULL OR h.slow_at IS NOT NULL OR h.in_time AND e.slow_until IS NOT NULL
          OR h.succeeded AND e.failing_since IS NOT NULL OR NOT h.succeeded AND e.failing_since IS NULL
        ORDER BY e.account_id, e.id FOR NO KEY UPDATE OF e
      ), marked AS (
        UPDATE service.webhook_endpoint e SET next_due_at = least(e.next_due_at, t.due_at),
          failing_since = t.failing_since, slow_until = t.slow_until,
          notices = CASE WHEN t.failing_since IS NULL THEN 0 ELSE e.notices END
        FROM touched t WHERE e.account_id = t.account_id AND e.id = t.id
      )
      SELECT account_id, id, status FROM mine`,
    values: [...columnsOf(given), SLOW_FOR_MS],
  })
  const outcomes = new Map(rows.map((row) => [keyOf(row), row.status]))
  return finished.map(({ delivery }) => outcomes.get(keyOf(delivery)) ?? 'lost')
}

function columnsOf(given: readonly FinishedAttempt[]): unknown[][] {
  const retries = given.map(({ delivery, attempt, now }) =>
    attempt.errorClass === null || delivery.manual
      ? null
      : nextAttemptAt(delivery.automatic_attempts + 1, now),
  )
  const deliveries = given.map(({ delivery }) => delivery)
  const attempts = given.map(({ attempt }) => attempt)
  return [
    deliveries.map((delivery) => delivery.account_id),
    deliveries.map((delivery) => delivery.id),
    deliveries.map((delivery) => delivery.owner),
    deliveries.map((delivery) => delivery.endpoint_id),
    deliveries.map((delivery) => delivery.manual),
    retries,
    given.map(({ now }) => now),
    attempts.map((attempt) => attempt.attemptedAt),
    attempts.map((attempt) => attempt.durationMs),
    attempts.map((attempt) => attempt.answerStatus),
    attempts.map((attempt) => attempt.errorClass),
    attempts.map((attempt) => attempt.answerHead),
    attempts.map((attempt) => attempt.signature),
    attempts.map((attempt) => attempt.answerHeaders && JSON.stringify(attempt.answerHeaders)),
    attempts.map(({ errorClass, durationMs }) => errorClass === 'timeout' || durationMs >= SLOW_AFTER_MS),
  ]
}

function keyOf({ account_id, id }: { account_id: string; id: string }): string {
  return `${account_id} ${id}`
}

/** Releases a delivery that was not sent, or whose result is unknown, when this process stops: it stays due. */
export async function releaseDelivery(db: Queryable, delivery: ClaimedDelivery): Promise<void> {
  await db.query({
    text: `WITH freed AS (
        UPDATE service.delivery SET owner = NULL, lease_until = NULL WHERE account_id = $1 AND id = $2 AND owner = $3
        RETURNING account_id, endpoint_id, status, automatic_attempts, next_attempt_at, manual_due_at
      ), ${lowerDueTimes('freed')}
      SELECT 1 FROM freed`,
    values: [delivery.account_id, delivery.id, delivery.owner],
  })
}

/** Returns the instant of the next attempt after `attempts` failed ones; null after the last one. */
function nextAttemptAt(attempts: number, now: Date): Date | null {
  const waitS = WEBHOOK_RETRY_WAITS_S[attempts - 1]
  return waitS === undefined ? null : new Date(now.getTime() + waitS * 1_000)
}
