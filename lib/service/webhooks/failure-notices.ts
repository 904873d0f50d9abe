import type { Handle } from '@/lib/platform/database'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/**
 * Duration of a failure at its first, second and third notice: at the first, the retries after 1 and 5 minutes have
 * failed too.
 */
const NOTICES_AFTER_MS = [15 * MINUTE_MS, DAY_MS, 5 * DAY_MS] as const
/** Minimum interval between two first notices of an endpoint that fails and recovers repeatedly. */
const FIRST_NOTICE_PAUSE_MS = 6 * HOUR_MS

/** Notices per statement, and statements of one look; the next look, a minute later, goes on. */
const NOTICES_AT_ONCE = 100
const BATCHES_MAX = 10

/**
 * Counts the notices that are due at `now`, a bounded number, the longest failures first, and queues their mails in the same
 * statements; any number of workers may run it.
 * Each notice needs an attempt that failed after the notice before, test events aside: an endpoint to which nothing is sent is
 * not reported twice.
 * `db` is a handle of `checkout_system`. @returns how many
 */
export async function queueFailureNotices(db: Handle, now: Date): Promise<number> {
  let total = 0
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const queued = await queueBatch(db, now)
    total += queued
    if (queued < NOTICES_AT_ONCE) break
  }
  return total
}

async function queueBatch(db: Handle, now: Date): Promise<number> {
  const { count } = await db.query({
    name: 'count-failure-notices',
    text: `WITH due AS MATERIALIZED (
        SELECT e.account_id, e.id, after.number
        FROM service.webhook_endpoint e JOIN service.account a ON a.id = e.account_id
        CROSS JOIN LATERAL (SELECT count(*) AS number FROM unnest($2::bigint[]) AS ms
          WHERE e.failing_since <= $1::timestamptz - ms * interval '1 ms') AS after
        WHERE e.failing_since <= $1::timestamptz - ($2::bigint[])[1] * interval '1 ms' AND after.number > e.notices
          AND e.status = 'ACTIVE' AND a.status IN ('TRIAL', 'ACTIVE')
          AND (e.notices > 0 OR e.noticed_at IS NULL OR e.noticed_at <= $1::timestamptz - $3 * interval '1 ms')
          AND EXISTS (SELECT FROM service.delivery d
            WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.last_error_class IS NOT NULL AND NOT d.test
              AND d.last_attempt_at > e.failing_since + coalesce(($2::bigint[])[e.notices], 0) * interval '1 ms')
        ORDER BY e.failing_since LIMIT ${NOTICES_AT_ONCE} FOR NO KEY UPDATE OF e SKIP LOCKED
      ), counted AS (
        UPDATE service.webhook_endpoint e SET notices = due.number, noticed_at = $1
        FROM due WHERE e.account_id = due.account_id AND e.id = due.id
        RETURNING e.account_id, e.id, e.notices, e.failing_since
      )
      INSERT INTO jobs.failure_notice (account_id, endpoint_id, since, number, due_at)
      SELECT account_id, id, failing_since, notices, clock_timestamp() FROM counted`,
    values: [now, NOTICES_AFTER_MS, FIRST_NOTICE_PAUSE_MS],
  })
  return count
}
