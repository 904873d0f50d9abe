import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { endedBy } from './ended-by'

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
