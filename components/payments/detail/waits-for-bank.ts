import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'

/**
 * Whether only the bank can be the one whose word a payment waits for, or waited for until it timed out: nobody confirms
 * a saved card's charge, and nothing waits for a payer after their time, nor gives them up before it is over. `now` in
 * milliseconds.
 */
export function waitsForBank(
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
 * The latest instant at which a payment can have reached its end, where no event tells the moment: when the service
 * showed that end, or for a time-out the end of the payer's time. Null where all that is known lies long after it.
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
