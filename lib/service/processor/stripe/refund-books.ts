import { findRow, type Handle } from '@/lib/platform/database'
import type { RefundRequest } from '@/lib/service/processor/port'

export interface RefundRow {
  reference: string
  /** null until Stripe's refund is known. */
  refund_id: string | null
  /** Code of Stripe's refusal, which is final; null if there is none. */
  decline_code: string | null
}

const refundColumns = 'reference, refund_id, decline_code'

/** Writes a refund before anything is asked of Stripe, once. Returns its row, `fresh` if it is a new one. */
export async function beginRefund(
  db: Handle,
  { reference, paymentReference, amountMinor }: RefundRequest,
  now: Date,
): Promise<RefundRow & { fresh: boolean }> {
  const row = await findRow<RefundRow & { fresh: boolean }>(db, {
    name: 'stripe-begin-refund',
    text: `INSERT INTO stripe.refund AS r (reference, payment_reference, amount_minor, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $4) ON CONFLICT (reference) DO UPDATE SET updated_at = r.updated_at
      RETURNING ${refundColumns}, xmax = 0 AS fresh`,
    values: [reference, paymentReference, amountMinor, now],
  })
  if (!row) throw new Error('a refund could not be written')
  return row
}

/** Returns whether a refund with this reference was asked for here. */
export async function isOwnRefund(db: Handle, reference: string): Promise<boolean> {
  const { count } = await db.query({
    text: 'SELECT FROM stripe.refund WHERE reference = $1',
    values: [reference],
  })
  return count > 0
}

/** Stores Stripe's first answer to a refund: the id of its refund, or the code of its refusal. */
export async function keepRefund(
  db: Handle,
  reference: string,
  answer: { refundId: string } | { declineCode: string },
  now: Date,
): Promise<void> {
  await db.query({
    name: 'stripe-keep-refund',
    text: `UPDATE stripe.refund SET refund_id = $2, decline_code = $3, updated_at = $4
      WHERE reference = $1 AND refund_id IS NULL AND decline_code IS NULL`,
    values: [
      reference,
      'refundId' in answer ? answer.refundId : null,
      'declineCode' in answer ? answer.declineCode : null,
      now,
    ],
  })
}
