/**
 * A PENDING payment that nobody closed for this long after its lease or its payer's time: longer than the longest wait between two
 * tries of the reconciler (10 minutes), so that one that only waits for its turn is not reported.
 */
const STUCK_AFTER_MINUTES = 15

/** Kind of the discrepancy of a PENDING payment that should have been closed by now. */
export const STUCK_PAYMENT = 'payment_stuck_pending'

/** Instant from which the reconciler may close a PENDING payment. Its own lease, renewed at each try, does not count. */
export const dueSinceSql = `CASE step WHEN 'VOIDING' THEN coalesce(confirm_until, created_at)
  ELSE coalesce(lease_until, confirm_until, created_at) END`

/** Condition on service.payment; read by the index of what is unfinished. */
export const stuckPaymentSql = `status = 'PENDING' AND ${dueSinceSql} < clock_timestamp() - interval '${STUCK_AFTER_MINUTES} minutes'`
