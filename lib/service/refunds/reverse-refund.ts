import type { Log } from '@/lib/platform/log'
import type { WorkerDeps } from '@/lib/service/jobs/worker-deps'
import { bookReversedRefund } from '@/lib/service/ledger/bookings'
import { lockForEvent } from '@/lib/service/payments/lock-for-event'
import { type RefundRow, refundColumns } from '@/lib/service/payments/refund-row'
import type { ProcessorBooks } from '@/lib/service/processor/books'
import { sendRefund } from './refund-payment'
import { giveBack, type RefundHold, recordOutcome } from './refund-store'

export type ReverseRefundDeps = Pick<WorkerDeps, 'database' | 'processor' | 'urls' | 'now'>

type ReversibleRefund = Omit<RefundHold, 'owner' | 'requestId'> & { status: 'PENDING' | 'SUCCEEDED' }

/** `pending`: the refund's success may not be committed yet, so the report of its failure is to be repeated. */
export type ReversedRefund = 'reversed' | 'unchanged' | 'pending'

/** Reverses a refund if the processor says that it failed (docs/refunds.md). Throws ProcessorUnreachable. */
export async function reverseRefund(deps: ReverseRefundDeps, refundId: string): Promise<ReversedRefund> {
  const { database, urls, now: clock } = deps
  const { rows } = await database.as('checkout_system').query<ReversibleRefund>({
    name: 'refund-to-reverse',
    text: `SELECT account_id AS "accountId", id AS "refundId", payment_id AS "paymentId", amount_minor AS "amountMinor", currency,
        status
      FROM service.refund WHERE id = $1 AND status <> 'FAILED'`,
    values: [refundId],
  })
  const [refund] = rows
  if (!refund) return 'unchanged'
  if (refund.status === 'PENDING') return 'pending'
  const answer = await sendRefund(deps, refund)
  if (answer.outcome === 'refunded') return 'unchanged'
  return database.as('checkout_service', refund.accountId).transaction(async (tx) => {
    const now = await lockForEvent(tx, refund, clock())
    const reversed = await tx.query<RefundRow>({
      name: 'refund-reverse',
      text: `UPDATE service.refund r SET status = 'FAILED', decline_code = $3, processor_reference = NULL, finished_at = $4
        WHERE r.account_id = $1 AND r.id = $2 AND r.status = 'SUCCEEDED' RETURNING ${refundColumns}`,
      values: [refund.accountId, refundId, answer.declineCode, now],
    })
    const [row] = reversed.rows
    if (!row) return 'unchanged'
    await bookReversedRefund(tx, { ...refund, now })
    await giveBack(tx, refund)
    await recordOutcome(tx, row, urls, now)
    return 'reversed'
  })
}

const DAY_MS = 86_400_000
/** Days after its creation in which a refund fails, with a margin: a bank returns its money within about a month. */
const FAILING_DAYS = 90

interface MissedRefundsDeps extends ReverseRefundDeps {
  log: Log
  books: Pick<ProcessorBooks, 'failedRefundsSince'> | null
}

/** Reverses refunds whose failure no webhook reported. Returns their number. Throws without an answer. */
export async function reverseMissedRefunds(deps: MissedRefundsDeps): Promise<number> {
  const { books, now, log } = deps
  if (!books) return 0
  let missed = 0
  for await (const refundId of books.failedRefundsSince(new Date(now().getTime() - FAILING_DAYS * DAY_MS))) {
    if ((await reverseRefund(deps, refundId)) !== 'reversed') continue
    log.warn({ refund_id: refundId }, 'a refund failed after it had succeeded, and no webhook reported it')
    missed += 1
  }
  return missed
}
