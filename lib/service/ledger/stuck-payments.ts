/**
 * Time after which a PENDING payment beyond its lease or its payer's time counts as stuck: longer than the longest wait
 * between two tries of the reconciler (10 minutes), so that one that waits for its turn is not reported.
 */
const STUCK_AFTER_MINUTES = 15

/** Kind of the discrepancy of a PENDING payment that should have been closed by now. */
export const STUCK_PAYMENT = 'payment_stuck_pending'

/**
 * Instant from which the reconciler may close a PENDING payment. Its own lease, renewed at each try, does not count.
 */
export const dueSinceSql = `CASE step WHEN 'VOIDING' THEN coalesce(confirm_until, created_at)
  WHEN 'AUTHORIZING' THEN coalesce(greatest(lease_until, confirm_until), created_at)
  ELSE coalesce(lease_until, confirm_until, created_at) END`

/** Condition on service.payment, served by the index of unfinished payments. */
export const stuckPaymentSql = `status = 'PENDING' AND ${dueSinceSql} < clock_timestamp() - interval '${STUCK_AFTER_MINUTES} minutes'`
