import { z } from 'zod'
import type { Dispute, DisputeFile } from '@/lib/contract/dispute'
import { EVIDENCE_FILE_NAME_MAX, EVIDENCE_FILES_MAX, EVIDENCE_TEXT_MAX } from '@/lib/contract/limits'
import { optionalText } from '@/lib/contract/text'
import {
  auditedCall,
  claimAudit,
  finishAudit,
  formKey,
  reclaimAudit,
} from '@/lib/dashboard/audit/audit-entry'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { idField } from '@/lib/dashboard/reads/list'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { fileTypeOf } from '@/lib/domain/file-type'
import { isStorable, shorten, withoutControls } from '@/lib/domain/text'
import type { TextKey } from '@/lib/messages/translator'
import { wholePayment } from './shown-payment'

export const sendEvidenceInput = z
  .object({
    payment_id: idField,
    text: optionalText(EVIDENCE_TEXT_MAX),
    file_ids: z.array(idField).max(EVIDENCE_FILES_MAX),
  })
  .refine(({ text, file_ids }) => text !== null || file_ids.length > 0, {
    path: ['text'],
    message: 'evidence.empty' satisfies TextKey,
  })

const ACTION = 'disputes.respond'
/** Age of an abandoned intent; no call of ours runs longer. */
const ABANDONED_MS = 30_000
/** Longest wait for the payment after a send; its event brings it otherwise. */
const REFRESH_TIMEOUT_MS = 3_000

/**
 * Sends the evidence for a payment's dispute, once for all members, tabs and processes: the intent in the audit log is of
 * the dispute. A bank that refuses the evidence, or asks again, opens the dispute for another one. After a call without an
 * answer the host is looked at before it is repeated. Throws Refusal `resource_not_found`, `evidence_submitted`,
 * `dispute_closed`, `still_running` or `outcome_unknown`, and the host's errors.
 */
export async function sendEvidence(
  ctx: ConnectionContext,
  { payment_id: paymentId, text, file_ids }: z.output<typeof sendEvidenceInput>,
): Promise<null> {
  // Before the mirror's state: a send that ends in between is either counted or has closed the dispute.
  const { connectionId, teamId } = ctx
  const done = { teamId, connectionId, action: ACTION, objectId: paymentId, outcome: 'done' }
  const sent = await ctx.prisma.auditEntry.count({ where: done })
  const { id: disputeId, amount, currency } = await openDispute(ctx, paymentId)
  const auditId = `aud_${formKey({ ...ctx, userId: null }, ACTION, `${disputeId} ${sent}`)}`
  const details = { amount, currency, files: file_ids.length }
  const seen = await claimAudit(ctx, { id: auditId, action: ACTION, objectId: paymentId, details })
  if (seen?.outcome === 'done') throw new Refusal('evidence_submitted')
  if (seen) {
    const isRunning =
      seen.outcome === 'intent' && ctx.now().getTime() - seen.created_at.getTime() < ABANDONED_MS
    if (isRunning || !(await reclaimAudit(ctx, auditId, seen))) throw new Refusal('still_running')
    if (await isSent(ctx, paymentId)) {
      await finishAudit(ctx, auditId, 'done', { details: { found_again: true } })
      return null
    }
  }
  await auditedCall(ctx, auditId, async () => {
    try {
      const body = { text, file_ids }
      const { requestId } = await ctx.client.call('submitEvidence', { id: disputeId, body })
      return { data: { id: paymentId }, requestId }
    } finally {
      // The entry is done once the mirror shows it: the next send then finds no open dispute.
      await refresh(ctx, paymentId)
    }
  })
  return null
}

/** Looks at the host for evidence of a call without an answer. Throws Refusal `outcome_unknown` if it does not answer. */
async function isSent(ctx: ConnectionContext, paymentId: string): Promise<boolean> {
  if (!(await refresh(ctx, paymentId))) throw new Refusal('outcome_unknown')
  const { status, evidence } = await disputeOf(ctx, paymentId)
  return status !== 'NEEDS_RESPONSE' && evidence !== null
}

/** Fetches the payment with its dispute. @returns whether the host answered */
async function refresh(ctx: ConnectionContext, paymentId: string): Promise<boolean> {
  try {
    await fetchObject(ctx, 'payments', paymentId, AbortSignal.timeout(REFRESH_TIMEOUT_MS))
    return true
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ paymentId, problem: error.message }, 'a disputed payment was not read again')
    return false
  }
}

/**
 * Uploads a file for the evidence of a payment's dispute, and returns it as the host stored it. Throws Refusal
 * `invalid_parameters` unless it is a PDF, PNG or JPEG by its content, `resource_not_found`, `evidence_submitted` or
 * `dispute_closed`, and the host's errors.
 */
export async function uploadEvidence(
  ctx: ConnectionContext,
  { paymentId, name, bytes }: { paymentId: string; name: string; bytes: Uint8Array },
): Promise<DisputeFile> {
  const { id: disputeId } = await openDispute(ctx, paymentId)
  const shown = shorten(withoutControls(name).trim(), EVIDENCE_FILE_NAME_MAX)
  if (!fileTypeOf(bytes) || !isStorable(shown))
    throw fieldRefusal('file', 'wrong_type', 'evidence.wrongType', { name: shown })
  const { data } = await ctx.client.call('uploadDisputeFile', {
    id: disputeId,
    query: { name: shown },
    bytes,
  })
  return data
}

async function openDispute(ctx: ConnectionContext, paymentId: string): Promise<Dispute> {
  const dispute = await disputeOf(ctx, paymentId)
  if (dispute.status === 'NEEDS_RESPONSE') return dispute
  throw new Refusal(dispute.status === 'UNDER_REVIEW' ? 'evidence_submitted' : 'dispute_closed')
}

async function disputeOf({ connectionId, prisma }: ConnectionContext, paymentId: string): Promise<Dispute> {
  if (!isStorable(paymentId)) throw new Refusal('resource_not_found')
  const row = await prisma.mirrorPayment.findUnique({
    where: { connectionId_id: { connectionId, id: paymentId } },
  })
  const dispute = row && row.missingAt === null ? wholePayment(row).dispute : null
  if (!dispute) throw new Refusal('resource_not_found')
  return dispute
}
