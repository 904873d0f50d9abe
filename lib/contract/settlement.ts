import * as z from 'zod'
import { added } from './added-field'
import { wireInstant } from './instant'
import { listOf } from './list'
import { pageQuery } from './list-query'
import { settlementStatuses } from './states'

/** One payment of a settlement, only in the detail response. */
export const settlementPaymentSchema = z.looseObject({
  id: z.string(),
  amount: z.number(),
  payer_name: z.string(),
  created_at: wireInstant,
})

export type SettlementPayment = z.infer<typeof settlementPaymentSchema>

/** Contract: settlement. `debt_amount` (ours): net = gross − fee − debt. */
export const settlementSchema = z
  .looseObject({
    object: z.literal('settlement'),
    id: z.string(),
    status: z.enum(settlementStatuses),
    currency: z.string(),
    gross_amount: z.number(),
    fee_amount: z.number(),
    net_amount: z.number(),
    payment_count: z.int(),
    period_start: wireInstant,
    period_end: wireInstant,
    bank_account: z.looseObject({ bank_name: z.string().nullable(), account_last4: z.string() }).nullable(),
    reference: z.string().nullable(),
    paid_at: wireInstant.nullable(),
    created_at: wireInstant,
    payments: z.array(settlementPaymentSchema).optional(),
    debt_amount: added(z.number()),
  })
  .meta({ id: 'Settlement' })

export type Settlement = z.infer<typeof settlementSchema>

export const settlementListSchema = listOf(settlementSchema).meta({ id: 'SettlementList' })

/** Query of GET /settlements. */
export const listSettlementsSchema = z.object({
  ...pageQuery('settlement'),
  status: z.enum(settlementStatuses).optional(),
})

export type ListSettlements = z.output<typeof listSettlementsSchema>
