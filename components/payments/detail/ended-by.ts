import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'

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
