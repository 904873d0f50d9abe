import * as z from 'zod'
import { added } from './added-field'
import { wireInstant } from './instant'
import { listOf } from './list'
import { createdQuery, idFilter, pageQuery } from './list-query'
import { paymentStatuses } from './states'

/** Contract: payment, with the fields that we add. `decline` is for the merchant, never for the payer. */
export const paymentSchema = z
  .looseObject({
    object: z.literal('payment'),
    id: z.string(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(paymentStatuses),
    payer: z.looseObject({ name: z.string(), email: z.string() }),
    customer_id: z.string().nullable(),
    payment_link: z.looseObject({ id: z.string(), title: z.string(), url: z.string() }).nullable(),
    authorization_code: z.string().nullable(),
    processor_reference: z.string().nullable(),
    settlement_id: z.string().nullable(),
    created_at: wireInstant,
    description: added(z.string()),
    decline: added(z.looseObject({ code: z.string(), advice: z.string() })),
    card: added(z.looseObject({ brand: z.string().nullable(), last4: z.string() })),
    approved_at: added(wireInstant),
    fee_amount: added(z.number()),
    receipt_url: added(z.string()),
  })
  .meta({ id: 'Payment' })

export type Payment = z.infer<typeof paymentSchema>

export const paymentListSchema = listOf(paymentSchema).meta({ id: 'PaymentList' })

/** Query of GET /payments. */
export const listPaymentsSchema = z.object({
  ...pageQuery('payment'),
  ...createdQuery,
  status: z.enum(paymentStatuses).optional(),
  payment_link_id: idFilter,
  customer_id: idFilter,
})

export type ListPayments = z.output<typeof listPaymentsSchema>
