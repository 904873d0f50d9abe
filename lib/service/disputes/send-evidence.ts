import type { EvidenceFileType } from '@/lib/contract/dispute'
import { findRow, type Handle, type Queryable } from '@/lib/platform/database'
import { type Lanes, shareLanes } from '@/lib/platform/jobs/lanes'
import type { WorkerDeps } from '@/lib/service/jobs/worker-deps'
import { type DisputeRow, disputeColumns } from '@/lib/service/payments/dispute-row'
import { lockForEvent } from '@/lib/service/payments/lock-for-event'
import { type EvidenceAnswer, ProcessorUnreachable, withProcessorTimeout } from '@/lib/service/processor/port'
import { keepDisputeStatus, recordDisputeEvent } from './record-dispute'

/** Accounts whose evidence is sent side by side. */
export const EVIDENCE_CONCURRENCY = 4
/** Time limit of a call: three files of 4.5 MB together. It fits into a charge's lease. */
const EVIDENCE_TIMEOUT_MS = 20_000
const FIRST_REPEAT_MS = 1_000
const LONGEST_REPEAT_MS = 10 * 60_000

/** Evidence that no process is sending; its owner is the fence. */
interface DueEvidence {
  accountId: string
  disputeId: string
  paymentId: string
  disputeReference: string
  text: string | null
  fileIds: string[]
  owner: string
  attempts: number
}

/** Hands stored evidence to the processor until it is answered. @returns the number of claimed disputes */
export function sendEvidence(options: WorkerDeps, lanes?: Lanes): Promise<number> {
  const { database } = options
  return shareLanes(
    lanes,
    async ({ keys: busy, free }) => {
      const claim = { ...options, limit: Math.min(free, EVIDENCE_CONCURRENCY), busy }
      const due = await claimDueEvidence(database.as('checkout_system'), claim)
      return due.map((evidence) => ({ ...evidence, lane: evidence.accountId, lane_team: evidence.accountId }))
    },
    async (due) => {
      for (const evidence of due) await sendOne(options, evidence)
    },
  )
}

async function sendOne(options: WorkerDeps, due: DueEvidence): Promise<void> {
  const { database, processor, log } = options
  const db = database.as('checkout_service', due.accountId)
  const { disputeReference, text } = due
  try {
    const files = await filesOf(db, due)
    const answer = await withProcessorTimeout(
      (signal) => processor.submitEvidence({ disputeReference, text, files }, signal),
      EVIDENCE_TIMEOUT_MS,
    )
    await finishEvidence(db, due, answer, options)
  } catch (error) {
    const waitMs = Math.min(FIRST_REPEAT_MS * 2 ** Math.min(due.attempts, 20), LONGEST_REPEAT_MS)
    await db.query({
      name: 'evidence-postpone',
      text: `UPDATE service.dispute SET owner = NULL, attempts = attempts + 1,
          lease_until = clock_timestamp() + $4 * interval '1 millisecond'
        WHERE account_id = $1 AND id = $2 AND owner = $3`,
      values: [due.accountId, due.disputeId, due.owner, waitMs],
    })
    if (!(error instanceof ProcessorUnreachable)) throw error
    log.warn({ dispute_id: due.disputeId, wait_ms: waitMs, err: error }, 'evidence is unanswered')
  }
}

async function filesOf(db: Queryable, { accountId, disputeId, fileIds }: DueEvidence) {
  const { rows } = await db.query<{ id: string; name: string; type: EvidenceFileType; content: Buffer }>({
    name: 'evidence-files',
    text: `SELECT id, name, type, content FROM service.dispute_file
      WHERE account_id = $1 AND dispute_id = $2 AND id = ANY ($3::text[]) ORDER BY id`,
    values: [accountId, disputeId, fileIds],
  })
  return rows
}

/** Passes the fence and ends the sending. A refusal is an event: the dispute needs a response again. */
function finishEvidence(
  db: Handle,
  due: DueEvidence,
  answer: EvidenceAnswer,
  { urls, now: clock }: WorkerDeps,
): Promise<void> {
  const { accountId, disputeId, paymentId, owner } = due
  const refusal = answer.outcome === 'refused' ? answer.code : null
  return db.transaction(async (tx) => {
    const now = await lockForEvent(tx, { accountId, paymentId }, clock())
    const dispute = await findRow<DisputeRow>(tx, {
      name: 'evidence-finish',
      text: `UPDATE service.dispute d SET owner = NULL, lease_until = NULL, refusal_code = $4,
          refused_at = CASE WHEN $4::text IS NOT NULL THEN $5::timestamptz END,
          status = CASE WHEN $4::text IS NULL THEN status ELSE 'NEEDS_RESPONSE' END,
          submitted_at = CASE WHEN $4::text IS NULL THEN submitted_at END
        WHERE account_id = $1 AND id = $2 AND owner = $3 RETURNING ${disputeColumns}`,
      values: [accountId, disputeId, owner, refusal, now],
    })
    if (!dispute || refusal === null) return
    await keepDisputeStatus(tx, dispute)
    await recordDisputeEvent(tx, dispute, 'payment.disputed', urls, now)
  })
}

/** Claims up to `limit` disputes with due evidence, one of an account, none of the `busy` ones, the longest overdue first. */
async function claimDueEvidence(
  db: Handle,
  claim: { owner: string; leaseMs: number; limit: number; busy: readonly string[] },
): Promise<DueEvidence[]> {
  const { rows } = await db.query<DueEvidence>({
    name: 'evidence-claim-due',
    text: `WITH ranked AS (
        SELECT account_id, id, row_number() OVER (PARTITION BY account_id ORDER BY lease_until) AS turn
        FROM service.dispute WHERE lease_until <= clock_timestamp() AND account_id <> ALL ($4::text[])
      ), due AS MATERIALIZED (
        SELECT account_id, id FROM service.dispute JOIN ranked USING (account_id, id)
        WHERE lease_until <= clock_timestamp() AND turn = 1 ORDER BY lease_until LIMIT $3 FOR UPDATE OF dispute SKIP LOCKED
      )
      UPDATE service.dispute d SET owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
      FROM due WHERE d.account_id = due.account_id AND d.id = due.id
      RETURNING d.account_id AS "accountId", d.id AS "disputeId", d.payment_id AS "paymentId",
        d.processor_reference AS "disputeReference", d.evidence_text AS text, d.evidence_file_ids AS "fileIds", d.owner,
        d.attempts`,
    values: [claim.owner, claim.leaseMs, claim.limit, claim.busy],
  })
  return rows
}
