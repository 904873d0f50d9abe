import type { Handle } from '@/lib/platform/database'
import { enqueue, type JobQueue } from '@/lib/platform/queue'

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

/** Notices per transaction, and transactions per check; the next check, a minute later, continues. */
const NOTICES_AT_ONCE = 100
const BATCHES_MAX = 10

/** A notice to mail. `since` identifies the failure: an endpoint that recovered meanwhile needs no mail. */
export interface FailureNotice {
  accountId: string
  endpointId: string
  /** 1, 2 or 3. */
  number: number
  since: string
}

/** Mails one notice; its tries are spread over some hours. */
export const NOTICE_MAIL_JOB: JobQueue = {
  name: 'mail-failure-notice',
  // Longer than any send.
  expireInSeconds: 90,
  retryLimit: 14,
}

/**
 * Counts the notices that are due at `now`, up to a limit, the longest failures first, and queues their mails in the
 * same transactions; any number of workers may run it. Each notice requires an attempt that failed after the previous
 * notice, without test events: an endpoint without further events is not reported twice. `db` is a handle of
 * `checkout_system`. Returns their number.
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

function queueBatch(db: Handle, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ account_id: string; id: string; notices: number; failing_since: Date }>(
      {
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
          )
          UPDATE service.webhook_endpoint e SET notices = due.number, noticed_at = $1
          FROM due WHERE e.account_id = due.account_id AND e.id = due.id
          RETURNING e.account_id, e.id, e.notices, e.failing_since`,
        values: [now, NOTICES_AFTER_MS, FIRST_NOTICE_PAUSE_MS],
      },
    )
    for (const row of rows)
      await enqueue(tx, NOTICE_MAIL_JOB.name, {
        accountId: row.account_id,
        endpointId: row.id,
        number: row.notices,
        since: row.failing_since.toISOString(),
      } satisfies FailureNotice)
    return rows.length
  })
}
