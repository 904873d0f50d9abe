import type { DisputeStatus } from '@/lib/contract/states'
import type { Database, Queryable, Statement } from '@/lib/platform/database'
import { randomText } from '@/lib/platform/secrets'
import type { DisputeReport } from './port'
import { operationColumns } from './test-bank-books'

/** Time from the capture to the dispute, and from the evidence to the decision: long enough to be seen. */
export const TEST_DISPUTE_STEP_MS = 5_000
const EVIDENCE_DAYS = 7
const BATCH = 50
/** Time after which a report that was not recorded is repeated. */
const REPEAT_MS = 30_000

/** Returns the statement that captures an operation; the dispute of a disputed card is scheduled with it, once. */
export function captureStatement(reference: string, now: Date): Statement {
  return {
    name: 'bank-capture',
    text: `WITH captured AS (
        UPDATE test_bank.operation SET status = 'CAPTURED', updated_at = $2
        WHERE reference = $1 AND status IN ('AUTHORIZED', 'CAPTURED') RETURNING ${operationColumns}
      ), disputed AS (
        INSERT INTO test_bank.dispute (reference, payment_reference, amount_minor, currency, is_won, status, opened_at,
          evidence_due_at, due_at)
        SELECT $3, $1, amount_minor, currency, outcome = 'dispute_won', 'SCHEDULED', opened_at,
          opened_at + interval '${EVIDENCE_DAYS} days', opened_at
        FROM captured, (SELECT $2::timestamptz + interval '${TEST_DISPUTE_STEP_MS} ms' AS opened_at) AS opening
        WHERE outcome IN ('dispute_lost', 'dispute_won')
        ON CONFLICT (payment_reference) DO NOTHING
      )
      SELECT ${operationColumns} FROM captured`,
    values: [reference, now, `tbd_${randomText(12)}`],
  }
}

/** Takes a dispute's evidence, once. Returns false after the deadline or the decision. */
export async function takeEvidence(db: Queryable, reference: string, now: Date): Promise<boolean> {
  await db.query({
    name: 'bank-evidence',
    text: `UPDATE test_bank.dispute SET status = 'UNDER_REVIEW', due_at = $2::timestamptz + interval '${TEST_DISPUTE_STEP_MS} ms'
      WHERE reference = $1 AND status = 'NEEDS_RESPONSE' AND evidence_due_at > $2`,
    values: [reference, now],
  })
  const { rows } = await db.query<{ status: string }>({
    name: 'bank-dispute',
    text: 'SELECT status FROM test_bank.dispute WHERE reference = $1',
    values: [reference],
  })
  return rows[0]?.status === 'UNDER_REVIEW'
}

interface DueDispute {
  reference: string
  payment_reference: string
  amount_minor: number
  currency: string
  status: DisputeStatus
  opened_at: Date
  evidence_due_at: Date
}

/** Opens and decides due disputes of the bank's books, and reports each until `record` returns true. */
export async function reportTestDisputes(
  database: Database,
  now: Date,
  record: (report: DisputeReport) => Promise<boolean>,
): Promise<number> {
  const db = database.as('checkout_bank')
  const { rows } = await db.query<DueDispute>({
    name: 'bank-disputes-due',
    text: `WITH due AS MATERIALIZED (
        SELECT reference FROM test_bank.dispute WHERE due_at <= $1 ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE test_bank.dispute d SET due_at = $1::timestamptz + interval '${REPEAT_MS} ms', status = CASE
          WHEN status = 'SCHEDULED' THEN 'NEEDS_RESPONSE'
          WHEN status = 'UNDER_REVIEW' THEN CASE WHEN is_won THEN 'WON' ELSE 'LOST' END
          WHEN status = 'NEEDS_RESPONSE' AND evidence_due_at <= $1 THEN 'LOST' ELSE status END
      FROM due WHERE d.reference = due.reference
      RETURNING d.reference, d.payment_reference, d.amount_minor, d.currency, d.status, d.opened_at, d.evidence_due_at`,
    values: [now],
  })
  let recorded = 0
  for (const dispute of rows) {
    const { reference, status } = dispute
    const done = await record({
      disputeReference: reference,
      paymentReference: dispute.payment_reference,
      amountMinor: dispute.amount_minor,
      currency: dispute.currency,
      reason: 'FRAUDULENT',
      status,
      evidenceDueAt: dispute.evidence_due_at,
      openedAt: dispute.opened_at,
    })
    if (!done) continue
    recorded += 1
    // Evidence that came meanwhile has set the next instant itself.
    await db.query({
      name: 'bank-dispute-reported',
      text: `UPDATE test_bank.dispute SET due_at = CASE status WHEN 'NEEDS_RESPONSE' THEN evidence_due_at END
        WHERE reference = $1 AND status = $2`,
      values: [reference, status],
    })
  }
  return recorded
}
