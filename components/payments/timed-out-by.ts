import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import type { ShownPayment } from './payment-shapes'

/**
 * When a payment had timed out at the latest, as an instant: at the end of the payer's time, or already when the
 * service told it so. No field of the contract tells the moment itself.
 */
export function timedOutBy({ created_at, mirror }: Pick<ShownPayment, 'created_at' | 'mirror'>): string {
  const end = Date.parse(created_at) + CONFIRMATION_MS
  return new Date(Math.min(end, Date.parse(mirror.seen_at))).toISOString()
}
