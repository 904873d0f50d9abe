import type { Queryable } from '@/lib/platform/database'
import { recordNotice } from '@/lib/service/notices/processor-notices'
import type { DisputeReport } from '@/lib/service/processor/port'

const matters = {
  unknown_payment: 'is not approved here',
  decided_otherwise: 'has another decision of it here, which is final',
}

/** Records a notice of a report that cannot be booked. `db`: `checkout_system`. Returns whether it is new. */
export function noticeDispute(
  db: Queryable,
  { disputeReference, paymentReference, status, amountMinor, currency }: DisputeReport,
  matter: keyof typeof matters,
  now: Date,
): Promise<boolean> {
  const notice = {
    eventId: `${disputeReference}:${matter}`,
    ...{ kind: 'dispute' as const, amountMinor, currency, occurredAt: now },
    summary: `dispute ${disputeReference} is ${status}, but the payment ${paymentReference} ${matters[matter]}`,
  }
  return recordNotice(db, notice, { paymentId: paymentReference, now })
}
