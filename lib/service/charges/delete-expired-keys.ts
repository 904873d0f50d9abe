import type { Handle } from '@/lib/platform/database'

/** Retention of the stored response of a request that moved no money (decisions: Idempotency, kept). */
const KEPT_DAYS = 90
/** Keys per statement: well within its time limit. */
const BATCH = 5_000

/**
 * Deletes keys whose request never reached the processor, 90 days after their response. All other keys stay
 * permanently, by a policy of the table. `db` is a handle of `checkout_system`. Returns their number.
 */
export async function deleteExpiredKeys(db: Handle, now: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const { count } = await db.query({
      text: `DELETE FROM service.idempotency_key WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM service.idempotency_key
          WHERE payment_id IS NULL AND done_at < $1::timestamptz - $2 * interval '1 day' LIMIT $3))`,
      values: [now, KEPT_DAYS, BATCH],
    })
    deleted += count
    if (count < BATCH) return deleted
  }
}
