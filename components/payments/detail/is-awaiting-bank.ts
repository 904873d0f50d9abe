import { CONFIRMATION_MS } from '@/lib/contract/limits'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'

/**
 * Returns whether a payment waits for the bank alone, or did so until it timed out. Nobody confirms the charge of a saved
 * card. Any other payment waits for its payer until the payer's time ends, and a time-out before that end is the bank's.
 * `now` in milliseconds.
 */
export function isAwaitingBank(
  payment: Pick<ShownPayment, 'status' | 'created_at' | 'payment_link' | 'customer_id' | 'mirror'>,
  now: number,
): boolean {
  if (!payment.payment_link && payment.customer_id) return true
  const end = Date.parse(payment.created_at) + CONFIRMATION_MS
  if (payment.status === 'PENDING') return now > end
  const ended = endedBy(payment)
  return ended !== null && Date.parse(ended) < end
}

/**
 * Returns the latest instant at which a payment can have ended, for an end without an event: the time at which the
 * service first showed the end, or for a time-out the end of the payer's time. Null if the end was first seen long after
 * that time.
 */
export function endedBy({
  status,
  created_at,
  mirror,
}: Pick<ShownPayment, 'status' | 'created_at' | 'mirror'>): string | null {
  const end = Date.parse(created_at) + CONFIRMATION_MS
  const seen = Date.parse(mirror.seen_at)
  if (seen <= end) return new Date(seen).toISOString()
  return status === 'TIMEOUT' ? new Date(end).toISOString() : null
}
