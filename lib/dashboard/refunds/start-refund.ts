import { parseRequest } from '@/lib/contract/field-errors'
import { createRefundSchema, parseCreateRefund } from '@/lib/contract/refund'
import { formKey } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import { Refusal } from '@/lib/dashboard/refusal'
import { isCurrency } from '@/lib/domain/currencies'
import type { RefundInput } from './refund-inputs'
import { type RefundRow, refundTable } from './refund-row'

/**
 * Stores the intent and the key of a refund before anything is sent. The same token and intent of the same member return
 * the existing refund, whatever its state. Throws ApiError `invalid_parameters`, and Refusal `resource_not_found` for a
 * payment that the mirror lacks.
 */
export async function draftRefund(
  ctx: ConnectionContext,
  { form_token, payment_id, amount: typed, reason: why, note: text }: RefundInput<'start'>,
): Promise<RefundRow> {
  const { connectionId, prisma } = ctx
  const given = { amount: typed, reason: why, note: text }
  const where = { connectionId_id: { connectionId, id: payment_id } }
  const payment = await prisma.mirrorPayment.findUnique({ where, select: { currency: true } })
  if (!payment) throw new Refusal('resource_not_found')
  const { currency } = payment
  const parsed = isCurrency(currency)
    ? parseCreateRefund(given, { currency })
    : parseRequest(createRefundSchema, given)
  const { amount, reason, note } = parsed
  // Another amount in the same form makes another refund.
  const intent = JSON.stringify([form_token, payment_id, amount, reason, note])
  const id = `rfd_${formKey(ctx, 'refund', intent)}`
  return ctx.db.transaction(async (tx) => {
    await refundTable.deleteOldDrafts(tx, connectionId, quotas.refund_drafts.limit)
    return refundTable.draft(tx, ctx, { id, payment_id, amount, currency, reason, note })
  })
}
