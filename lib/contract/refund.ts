import * as z from 'zod'
import { added } from './added-field'
import { type AmountContext, parseWithAmount } from './amount'
import { wireInstant } from './instant'
import { REFUND_NOTE_MAX } from './limits'
import { listOf } from './list'
import { pageQuery } from './list-query'
import { createdAt, currencyCode, money, objectName, opaqueId, sentAmount, TRIMMED } from './shared-fields'
import { refundStatuses } from './states'
import { optionalText } from './text'

export const refundReasons = ['REQUESTED_BY_CUSTOMER', 'DUPLICATE', 'FRAUDULENT', 'OTHER'] as const
export type RefundReason = (typeof refundReasons)[number]

/** A refund of a payment (our extension of the contract). */
export const refundSchema = z
  .looseObject({
    object: objectName('refund'),
    id: opaqueId,
    payment_id: z.string().describe('The payment that is refunded.'),
    amount: money,
    currency: currencyCode,
    reason: z.enum(refundReasons).describe('Why it is refunded.'),
    note: z.string().nullable().describe('The merchant’s own note, which the payer does not see.'),
    status: z
      .enum(refundStatuses)
      .describe(
        'PENDING → SUCCEEDED (the money is on its way to the payer) or FAILED (no money is with the payer). Both are final, unless the bank returns the money of a SUCCEEDED refund later: then it is FAILED.',
      ),
    decline_code: z.string().nullable().describe('Why it failed; null otherwise.'),
    fee_returned: added(z.number()).describe(
      'Part of the payment’s fee that came back with it; absent without any. In major units.',
    ),
    created_at: createdAt,
    finished_at: wireInstant.nullable().describe('When it became final.'),
  })
  .meta({ id: 'Refund' })

export type Refund = z.infer<typeof refundSchema>

export const refundListSchema = listOf(refundSchema, 'refunds').meta({ id: 'RefundList' })

export const listRefundsSchema = z.object(pageQuery('refund'))

export type ListRefunds = z.output<typeof listRefundsSchema>

/** Body of POST /payments/{id}/refunds. The amount's currency is checked by parseCreateRefund. */
export const createRefundSchema = z.strictObject({
  amount: sentAmount.describe('Up to what is left of the payment, in major units of its currency.'),
  reason: z.enum(refundReasons).default('REQUESTED_BY_CUSTOMER').describe('Why it is refunded.'),
  note: optionalText(REFUND_NOTE_MAX).describe(TRIMMED),
})

/** Parses the body of a refund for an account's currency. Throws 400 with all field errors at once. */
export function parseCreateRefund(body: unknown, context: AmountContext) {
  return parseWithAmount(createRefundSchema, body, context)
}
