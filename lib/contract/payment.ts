import * as z from 'zod'
import { added } from './added-field'
import { disputeSchema } from './dispute'
import { wireInstant } from './instant'
import { SHOWN_REFUNDS_MAX } from './limits'
import { listOf } from './list'
import { createdQuery, idFilter, pageQuery, statusFilter } from './list-query'
import { refundSchema } from './refund'
import { cardBrand, currencyCode, MONEY, money, objectName, opaqueId } from './shared-fields'
import { paymentStatuses } from './states'

/** Contract: payment, with the fields that we add. `decline` is for the merchant, never for the payer. */
export const paymentSchema = z
  .looseObject({
    object: objectName('payment'),
    id: opaqueId,
    amount: money,
    currency: currencyCode,
    status: z
      .enum(paymentStatuses)
      .describe(
        'PENDING → APPROVED (collected), FAILED (rejected), VOIDED (authorised, then annulled: no charge) or TIMEOUT (expired). All four are final.',
      ),
    payer: z
      .looseObject({
        name: z.string().describe('As typed by the payer, or the customer’s.'),
        email: z.string().describe('Empty when the payer gave none.'),
      })
      .describe('Who paid or tried to.'),
    customer_id: z.string().nullable().describe('The customer who was charged.'),
    payment_link: z
      .looseObject({
        id: opaqueId,
        title: z.string().describe('Title of the link.'),
        url: z.string().describe('Address of the link.'),
      })
      .nullable()
      .describe('The link that was paid; null for a saved card’s charge.'),
    authorization_code: z.string().nullable().describe('The bank’s code, once approved.'),
    processor_reference: z.string().nullable().describe('Reference at the payment processor.'),
    settlement_id: z.string().nullable().describe('The settlement that paid it out.'),
    created_at: wireInstant.describe('When the attempt began. One payment is one attempt.'),
    description: added(z.string()).describe('Description of the charge.'),
    decline: added(
      z.looseObject({
        code: z.string().describe('The bank’s reason.'),
        advice: z.string().describe('What to do next.'),
      }),
    ).describe('Why the bank rejected it, for the merchant only.'),
    card: added(
      z.looseObject({ brand: cardBrand, last4: z.string().describe('Its last four digits.') }),
    ).describe('The card that was used.'),
    approved_at: added(wireInstant).describe('When the money was collected.'),
    fee_amount: added(z.number()).describe(`The service’s fee. ${MONEY}`),
    receipt_url: added(z.string()).describe('The payer’s receipt.'),
    payer_language: added(z.string()).describe(
      'Language in which the payer read the payment’s page, with its region if known (BCP 47, `es-MX`); absent if unknown.',
    ),
    refunded_amount: added(z.number()).describe(
      `Sum of its refunds that succeeded or are pending; absent without any. ${MONEY}`,
    ),
    refunds: added(z.array(refundSchema)).describe(
      `Its newest refunds, at most ${SHOWN_REFUNDS_MAX}; absent without any.`,
    ),
    dispute: added(disputeSchema).describe(
      'One of its disputes: NEEDS_RESPONSE before UNDER_REVIEW, LOST and WON, then the newest. Absent without any.',
    ),
  })
  .meta({ id: 'Payment' })

export type Payment = z.infer<typeof paymentSchema>

export const paymentListSchema = listOf(paymentSchema, 'payments').meta({ id: 'PaymentList' })

export const listPaymentsSchema = z.object({
  ...pageQuery('payment'),
  ...createdQuery,
  status: statusFilter(paymentStatuses),
  payment_link_id: idFilter.describe('Only payments of this link.'),
  customer_id: idFilter.describe('Only payments of this customer.'),
})

export type ListPayments = z.output<typeof listPaymentsSchema>
