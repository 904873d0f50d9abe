import type { Refund, RefundReason } from '@/lib/contract/refund'
import type { RefundStatus } from '@/lib/contract/states'
import { toMajor } from '@/lib/domain/money'

/** A row of service.refund. Amounts in minor units; `fee_minor` is what came back of the fee. Inside a payment, instants are texts. */
export interface RefundRow {
  account_id: string
  id: string
  payment_id: string
  amount_minor: number
  fee_minor: number
  currency: string
  reason: RefundReason
  note: string | null
  status: RefundStatus
  decline_code: string | null
  created_at: Date
  finished_at: Date | string | null
}

export const refundColumns = `r.account_id, r.id, r.payment_id, r.amount_minor, r.fee_minor, r.currency, r.reason, r.note, r.status,
  r.decline_code, r.created_at, r.finished_at`

/** Returns the refund in the form of the API and of events. */
export function renderRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    object: 'refund',
    payment_id: row.payment_id,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    reason: row.reason,
    note: row.note,
    status: row.status,
    decline_code: row.decline_code,
    ...(row.status === 'SUCCEEDED' && row.fee_minor > 0
      ? { fee_returned: toMajor(row.fee_minor, row.currency) }
      : {}),
    created_at: new Date(row.created_at).toISOString(),
    finished_at: row.finished_at && new Date(row.finished_at).toISOString(),
  }
}
