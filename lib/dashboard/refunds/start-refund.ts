import { parseRequest } from '@/lib/contract/field-errors'
import { createRefundSchema, parseCreateRefund } from '@/lib/contract/refund'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { Refusal } from '@/lib/dashboard/refusal'
import { quotas } from '@/lib/dashboard/schema/quotas'
import type { RefundInput } from '@/lib/dashboard/schema/refund'
import { isCurrency } from '@/lib/domain/currencies'
import { randomText, sha256 } from '@/lib/platform/secrets'
import { knownRefund, notifyRefund, type RefundRow } from './refund-row'

const KEY_BYTES = 24

/**
 * Stores the intent and the key of a refund before anything is sent. The same token and intent of the same member return
 * the existing refund, whatever its state. Throws ApiError `invalid_parameters`, and Refusal `resource_not_found` for a
 * payment that the mirror lacks.
 */
export async function draftRefund(
  ctx: ConnectionContext,
  { form_token, payment_id, amount, reason, note }: RefundInput<'start'>,
): Promise<RefundRow> {
  const { connectionId, prisma, userId, now } = ctx
  const where = { connectionId_id: { connectionId, id: payment_id } }
  const payment = await prisma.mirrorPayment.findUnique({ where, select: { currency: true } })
  if (!payment) throw new Refusal('resource_not_found')
  const { currency } = payment
  const given = { amount, reason, ...(note === undefined ? {} : { note }) }
  const parsed = isCurrency(currency)
    ? parseCreateRefund(given, { currency })
    : parseRequest(createRefundSchema, given)
  // Another amount in the same form makes another refund.
  const intent = [connectionId, userId, form_token, payment_id, parsed.amount, parsed.reason, parsed.note]
  const id = `rfd_${sha256(JSON.stringify(intent)).toString('hex').slice(0, 32)}`
  return ctx.db.transaction(async (tx) => {
    await tx.query({
      name: 'delete-old-refund-drafts',
      text: `DELETE FROM dashboard.refund WHERE connection_id = $1 AND state = 'DRAFT' AND sent_at IS NULL AND id IN (
          SELECT id FROM dashboard.refund WHERE connection_id = $1 AND state = 'DRAFT' AND sent_at IS NULL
          ORDER BY created_at DESC, id DESC OFFSET ${quotas.refund_drafts.limit - 1})`,
      values: [connectionId],
    })
    await tx.query({
      name: 'draft-refund',
      text: `INSERT INTO dashboard.refund (connection_id, id, payment_id, state, amount, amount_minor, currency, reason, note,
          idempotency_key, user_id, created_at)
        VALUES ($1, $2, $3, 'DRAFT', $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (connection_id, id) DO NOTHING`,
      values: [
        ...[
          connectionId,
          id,
          payment_id,
          String(parsed.amount),
          mirrorAmount(parsed.amount, currency).toString(),
        ],
        ...[currency, parsed.reason, parsed.note, randomText(KEY_BYTES), userId, now()],
      ],
    })
    const row = await knownRefund({ connectionId, db: tx }, id)
    await notifyRefund(tx, row)
    return row
  })
}
