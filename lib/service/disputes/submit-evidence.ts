import { type Dispute, submitEvidenceSchema } from '@/lib/contract/dispute'
import { ApiError, type FieldError, invalidParameters } from '@/lib/contract/errors'
import { parseRequest } from '@/lib/contract/field-errors'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { disputeStates, isFinal } from '@/lib/contract/states'
import { isStorable } from '@/lib/domain/text'
import { findRow } from '@/lib/platform/database'
import type { ServiceContext } from '@/lib/service/context'
import { type DisputeRow, disputeColumns, renderDispute } from '@/lib/service/payments/dispute-row'
import { lockPayment } from '@/lib/service/payments/lock-for-event'
import { getDispute } from './dispute-list'
import { keepDisputeStatus } from './record-dispute'

/** SQL condition on service.dispute AS d: evidence may be sent at the instant `now`, a parameter. */
export const takesEvidence = (now: `$${number}`) =>
  `d.status = 'NEEDS_RESPONSE' AND (d.evidence_due_at IS NULL OR d.evidence_due_at > ${now}::timestamptz)`

/**
 * Stores a dispute's evidence, once, and makes it UNDER_REVIEW; `send-evidence` hands it to the processor. Throws 400
 * without a text or a file, for a file of no upload and for files that are too large together, 404, 409 `evidence_submitted` and `dispute_closed`.
 */
export async function submitEvidence(
  ctx: ServiceContext,
  disputeId: string,
  body: Record<string, unknown>,
): Promise<Dispute> {
  const { text, file_ids } = parseRequest(submitEvidenceSchema, body)
  const fileIds = [...new Set(file_ids)]
  if (text === null && fileIds.length === 0) throw invalidParameters([NO_EVIDENCE])
  if (!fileIds.every(isStorable)) throw invalidParameters([UNKNOWN_FILE])
  const { payment_id } = await getDispute(ctx, disputeId)
  const { accountId } = ctx
  const submitted = await ctx.db.transaction(async (tx) => {
    await lockPayment(tx, { accountId, paymentId: payment_id })
    const dispute = await findRow<DisputeRow>(tx, {
      name: 'dispute-submit-evidence',
      text: `UPDATE service.dispute d SET status = 'UNDER_REVIEW', evidence_text = $3, evidence_file_ids = $4::text[],
          submitted_at = $5, lease_until = clock_timestamp(), attempts = 0, refusal_code = NULL, refused_at = NULL
        WHERE d.account_id = $1 AND d.id = $2 AND ${takesEvidence('$5')} AND (
          SELECT count(*) = cardinality($4::text[]) AND coalesce(sum(f.bytes), 0) <= ${EVIDENCE_BYTES_MAX}
          FROM service.dispute_file f WHERE f.account_id = $1 AND f.dispute_id = $2 AND f.id = ANY ($4::text[]))
        RETURNING ${disputeColumns}`,
      values: [accountId, disputeId, text, fileIds, ctx.now()],
    })
    if (dispute) await keepDisputeStatus(tx, dispute)
    return dispute
  })
  if (submitted) return renderDispute(submitted)
  throw (await refusalOf(ctx, disputeId)) ?? invalidParameters([await fileProblemOf(ctx, disputeId, fileIds)])
}

/** Returns the error of a dispute that takes no evidence; null if it does. Throws `resource_not_found`. */
export async function refusalOf(ctx: ServiceContext, disputeId: string): Promise<ApiError | null> {
  const { status, evidence_due_at } = await getDispute(ctx, disputeId)
  if (status === 'UNDER_REVIEW') return new ApiError('evidence_submitted', { status })
  const isOver = evidence_due_at !== null && Date.parse(evidence_due_at) <= ctx.now().getTime()
  return isOver || isFinal(disputeStates, status) ? new ApiError('dispute_closed', { status }) : null
}

/** Returns why a dispute's open evidence does not take these files. */
async function fileProblemOf({ accountId, db }: ServiceContext, disputeId: string, fileIds: string[]) {
  const { count } = await db.query({
    name: 'dispute-files-known',
    text: 'SELECT FROM service.dispute_file WHERE account_id = $1 AND dispute_id = $2 AND id = ANY ($3::text[])',
    values: [accountId, disputeId, fileIds],
  })
  return count === fileIds.length ? TOO_LARGE : UNKNOWN_FILE
}

const NO_EVIDENCE: FieldError = {
  field: 'text',
  code: 'required',
  message: 'Send a text, a file, or both.',
}
const UNKNOWN_FILE: FieldError = {
  field: 'file_ids',
  code: 'unknown_file',
  message: 'Must be ids of files that were uploaded for this dispute.',
}
const TOO_LARGE: FieldError = {
  field: 'file_ids',
  code: 'too_large',
  message: `The files must have at most ${EVIDENCE_BYTES_MAX / 1e6} MB together. Leave one out, or upload it smaller.`,
}
