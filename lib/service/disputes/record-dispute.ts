import { newId } from '@/lib/contract/ids'
import { type DisputeStatus, disputeStates, isFinal } from '@/lib/contract/states'
import { type Database, findRow, type Queryable } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { PublicUrls } from '@/lib/service/context'
import type { WorkerDeps } from '@/lib/service/jobs/worker-deps'
import { bookDispute } from '@/lib/service/ledger/bookings'
import { recordNotice } from '@/lib/service/notices/processor-notices'
import {
  type DisputeRow,
  disputeColumns,
  disputeOrder,
  renderDispute,
} from '@/lib/service/payments/dispute-row'
import { lockForEvent } from '@/lib/service/payments/lock-for-event'
import { getPayment } from '@/lib/service/payments/payment-row'
import type { ProcessorBooks } from '@/lib/service/processor/books'
import type { DisputeReport } from '@/lib/service/processor/port'
import { recordEvent } from '@/lib/service/webhooks/record-event'

export type RecordDisputeDeps = Pick<WorkerDeps, 'database' | 'urls' | 'now'>

/**
 * `unknown_payment`: nothing was written, and the report is to be repeated, because the approval may not be committed yet.
 * `decided_otherwise`: nothing was written, because the dispute was won here, and the report is a loss.
 */
export type RecordedDispute = 'recorded' | 'unchanged' | 'unknown_payment' | 'decided_otherwise'

/**
 * Records what the processor reports of a dispute (docs/disputes.md), the only way in. Reports may be repeated,
 * reordered and concurrent; a win is final. Throws for a dispute in another currency than its payment's.
 */
export async function recordDispute(
  { database, urls, now: clock }: RecordDisputeDeps,
  report: DisputeReport,
): Promise<RecordedDispute> {
  const payment = await findPayment(database, report.paymentReference)
  if (!payment) return 'unknown_payment'
  const { account_id: accountId, currency } = payment
  if (currency !== report.currency)
    throw new Error(
      `the dispute ${report.disputeReference} is in ${report.currency}, its payment in ${currency}`,
    )
  return database.as('checkout_service', accountId).transaction(async (tx) => {
    const now = await lockForEvent(tx, { accountId, paymentId: report.paymentReference }, clock())
    const opened = await openDispute(tx, accountId, report, now)
    if (opened) await recordDisputeEvent(tx, opened, 'payment.disputed', urls, now)
    // Events of two steps at once are in the order of their times.
    const movedAt = opened ? new Date(now.getTime() + 1) : now
    const moved = await moveDispute(tx, accountId, report, movedAt)
    if (moved?.closed_at) await recordDisputeEvent(tx, moved, 'payment.dispute_closed', urls, movedAt)
    if (opened || moved) return 'recorded'
    return (await isDecidedOtherwise(tx, accountId, report)) ? 'decided_otherwise' : 'unchanged'
  })
}

async function findPayment(database: Database, paymentId: string) {
  const { rows } = await database.as('checkout_system').query<{ account_id: string; currency: string }>({
    name: 'dispute-find-payment',
    text: `SELECT account_id, currency FROM service.payment WHERE id = $1 AND status = 'APPROVED'`,
    values: [paymentId],
  })
  return rows[0]
}

/** Inserts and books a dispute that is seen first; a decided one opens as NEEDS_RESPONSE. Null if it is known. */
async function openDispute(
  tx: Queryable,
  accountId: string,
  report: DisputeReport,
  now: Date,
): Promise<DisputeRow | null> {
  const dispute = await findRow<DisputeRow>(tx, {
    name: 'dispute-open',
    text: `INSERT INTO service.dispute AS d (account_id, id, payment_id, processor_reference, amount_minor, fee_minor, currency,
        reason, status, evidence_due_at, opened_at, created_at)
      VALUES ($1, $2, $3, $4, $5, coalesce((SELECT dispute_minor FROM service.fee_schedule
          WHERE account_id = $1 AND valid_from <= $11 ORDER BY valid_from DESC LIMIT 1), 0), $6, $7, $8, $9, $10, $11)
      ON CONFLICT (processor_reference) DO NOTHING RETURNING ${disputeColumns}`,
    values: [
      accountId,
      newId('dsp', now),
      report.paymentReference,
      report.disputeReference,
      report.amountMinor,
      report.currency,
      report.reason,
      isFinal(disputeStates, report.status) ? 'NEEDS_RESPONSE' : report.status,
      report.evidenceDueAt,
      report.openedAt,
      now,
    ],
  })
  if (!dispute) return null
  await bookDispute(tx, dispute, 'opened', now)
  await keepDisputeStatus(tx, dispute)
  return dispute
}

/** States from which a report may move a dispute: never back to NEEDS_RESPONSE, and a loss may be won. */
function statesBefore(status: DisputeStatus): DisputeStatus[] {
  if (status === 'NEEDS_RESPONSE') return []
  if (status === 'WON') return ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST']
  const states = Object.entries(disputeStates) as [DisputeStatus, { next: readonly DisputeStatus[] }][]
  return states.filter(([, { next }]) => next.includes(status)).map(([from]) => from)
}

async function moveDispute(
  tx: Queryable,
  accountId: string,
  { disputeReference, status }: DisputeReport,
  now: Date,
): Promise<DisputeRow | null> {
  const closes = isFinal(disputeStates, status)
  const dispute = await findRow<DisputeRow>(tx, {
    name: 'dispute-move',
    text: `UPDATE service.dispute d SET status = $3, closed_at = $4, owner = CASE WHEN $4::timestamptz IS NULL THEN owner END,
        lease_until = CASE WHEN $4::timestamptz IS NULL THEN lease_until END
      WHERE d.account_id = $1 AND d.processor_reference = $2 AND d.status = ANY ($5::text[]) RETURNING ${disputeColumns}`,
    values: [accountId, disputeReference, status, closes ? now : null, statesBefore(status)],
  })
  if (!dispute) return null
  if (status === 'WON') await bookDispute(tx, dispute, 'won', now)
  await keepDisputeStatus(tx, dispute)
  return dispute
}

/** Returns whether a report is a decision, and the dispute has another one: a person has to compare the money. */
async function isDecidedOtherwise(
  tx: Queryable,
  accountId: string,
  { disputeReference, status }: DisputeReport,
): Promise<boolean> {
  if (!isFinal(disputeStates, status)) return false
  const { count } = await tx.query({
    name: 'dispute-decided-otherwise',
    text: `SELECT FROM service.dispute
      WHERE account_id = $1 AND processor_reference = $2 AND closed_at IS NOT NULL AND status <> $3`,
    values: [accountId, disputeReference, status],
  })
  return count > 0
}

/** Stores a dispute's status on its locked payment: refunds depend on it. */
export async function keepDisputeStatus(
  tx: Queryable,
  { account_id, payment_id }: Pick<DisputeRow, 'account_id' | 'payment_id'>,
): Promise<void> {
  await tx.query({
    name: 'dispute-keep-status',
    text: `UPDATE service.payment SET dispute_status = (SELECT d.status FROM service.dispute d
        WHERE d.account_id = $1 AND d.payment_id = $2 ORDER BY ${disputeOrder} LIMIT 1)
      WHERE account_id = $1 AND id = $2`,
    values: [account_id, payment_id],
  })
}

/** Records an event of a dispute with its payment as it is inside the transaction. */
export async function recordDisputeEvent(
  tx: Queryable,
  dispute: DisputeRow,
  kind: 'payment.disputed' | 'payment.dispute_closed',
  urls: PublicUrls,
  now: Date,
): Promise<void> {
  const { account_id: accountId, payment_id } = dispute
  const object = await getPayment({ db: tx, accountId, urls }, payment_id)
  await recordEvent(tx, { accountId, kind, object, dispute: renderDispute(dispute), now })
}

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

const DAY_MS = 86_400_000
/** Days after its opening in which a bank decides a dispute, with a margin. */
const OPEN_DAYS = 180

interface MissedDisputesDeps extends RecordDisputeDeps {
  log: Log
  books: Pick<ProcessorBooks, 'disputesSince'> | null
}

/** Records steps of disputes whose webhooks were lost. Returns their number. Throws without an answer. */
export async function recordMissedDisputes(deps: MissedDisputesDeps): Promise<number> {
  const { books, now, log } = deps
  if (!books) return 0
  let missed = 0
  for await (const report of books.disputesSince(new Date(now().getTime() - OPEN_DAYS * DAY_MS))) {
    const recorded = await recordDispute(deps, report)
    if (recorded === 'unchanged') continue
    if (recorded === 'decided_otherwise' || (recorded === 'unknown_payment' && isOld(report, now())))
      await noticeDispute(deps.database.as('checkout_system'), report, recorded, now())
    const { disputeReference, paymentReference, status } = report
    const facts = { dispute: disputeReference, payment_id: paymentReference, status, recorded }
    log.warn(facts, 'the processor has a step of a dispute that no webhook recorded')
    if (recorded === 'recorded') missed += 1
  }
  return missed
}

/** Returns whether the payment's approval would have been committed by now. */
function isOld({ openedAt }: DisputeReport, now: Date): boolean {
  return now.getTime() - openedAt.getTime() > DAY_MS
}
