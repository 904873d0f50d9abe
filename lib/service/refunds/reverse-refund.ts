import type { Database } from '@/lib/platform/database'
import type { PublicUrls } from '@/lib/service/context'
import { bookReversedRefund, lockPayment } from '@/lib/service/ledger/bookings'
import { type RefundRow, refundColumns } from '@/lib/service/payments/refund-row'
import type { Processor } from '@/lib/service/processor/port'
import { sendRefund } from './refund-payment'
import { giveBack, type RefundHold, recordOutcome } from './refund-store'

export interface ReverseRefundDeps {
  database: Database
  processor: Processor
  urls: PublicUrls
  now(): Date
}

/**
 * Reverses a refund that failed at the processor after it had succeeded (docs/refunds.md): SUCCEEDED → FAILED with its
 * ledger rows, reservation and event. The processor's own answer under the refund's reference decides; of any other state
 * here nothing is asked. Returns whether it was reversed now. Throws ProcessorUnreachable if there is no answer.
 */
export async function reverseRefund(deps: ReverseRefundDeps, refundId: string): Promise<boolean> {
  const { database, urls, now } = deps
  const { rows } = await database.as('checkout_system').query<Omit<RefundHold, 'owner' | 'requestId'>>({
    name: 'refund-to-reverse',
    text: `SELECT account_id AS "accountId", id AS "refundId", payment_id AS "paymentId", amount_minor AS "amountMinor", currency
      FROM service.refund WHERE id = $1 AND status = 'SUCCEEDED'`,
    values: [refundId],
  })
  const [refund] = rows
  if (!refund) return false
  const answer = await sendRefund(deps, refund)
  if (answer.outcome === 'refunded') return false
  return database.as('checkout_service', refund.accountId).transaction(async (tx) => {
    await lockPayment(tx, refund)
    const reversed = await tx.query<RefundRow>({
      name: 'refund-reverse',
      text: `UPDATE service.refund r SET status = 'FAILED', decline_code = $3, processor_reference = NULL, finished_at = $4
        WHERE r.account_id = $1 AND r.id = $2 AND r.status = 'SUCCEEDED' RETURNING ${refundColumns}`,
      values: [refund.accountId, refundId, answer.declineCode, now()],
    })
    const [row] = reversed.rows
    if (!row) return false
    await bookReversedRefund(tx, { ...refund, now: now() })
    await giveBack(tx, refund)
    await recordOutcome(tx, row, urls, now())
    return true
  })
}
