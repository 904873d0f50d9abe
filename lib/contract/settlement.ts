import * as z from 'zod'
import { added } from './added-field'
import { wireInstant } from './instant'
import { SHOWN_ADJUSTMENTS_MAX } from './limits'
import { listOf } from './list'
import { pageQuery, statusFilter } from './list-query'
import { createdAt, currencyCode, MONEY, money, objectName, opaqueId } from './shared-fields'
import { settlementStatuses } from './states'

/** One payment of a settlement, only in the detail response. */
export const settlementPaymentSchema = z.looseObject({
  id: opaqueId,
  amount: money,
  payer_name: z.string().describe('Who paid.'),
  created_at: wireInstant.describe('When the payment began.'),
})

export type SettlementPayment = z.infer<typeof settlementPaymentSchema>

/** Types of an adjustment: what took money off, and the return of the same. */
export const adjustmentTypes = ['refund', 'refund_reversal', 'dispute', 'dispute_won'] as const
export type AdjustmentType = (typeof adjustmentTypes)[number]

/** A refund or a dispute that a settlement took off, or gave back (our extension of the contract). */
export const settlementAdjustmentSchema = z.looseObject({
  type: z
    .enum(adjustmentTypes)
    .describe(
      '`refund_reversal`: a refund that failed after a settlement had taken it. `dispute_won`: the dispute came back.',
    ),
  id: z.string().describe('The refund or the dispute.'),
  payment_id: z.string().describe('Its payment, which may be in an earlier settlement.'),
  amount: z
    .number()
    .describe(
      `How it changes the net: a refund less the fee that came back, and a dispute with its fee, are negative. ${MONEY}`,
    ),
  created_at: createdAt,
})

export type SettlementAdjustment = z.infer<typeof settlementAdjustmentSchema>

/** Contract: settlement. `debt_amount`, `refund_amount`, `dispute_amount`, `adjustments` (ours): net = gross − fee − refunds − disputes − debt. Refunds are less the fees that came back. */
export const settlementSchema = z
  .looseObject({
    object: objectName('settlement'),
    id: opaqueId,
    status: z
      .enum(settlementStatuses)
      .describe('PENDING (the transfer is on its way) → PAID. DEBT: net ≤ 0, nothing is transferred.'),
    currency: currencyCode,
    gross_amount: z.number().describe(`Sum of the payments. ${MONEY}`),
    fee_amount: z.number().describe(`Sum of their fees. ${MONEY}`),
    net_amount: z
      .number()
      .describe('`gross_amount − fee_amount − refund_amount − dispute_amount − debt_amount`.'),
    payment_count: z.int().describe('How many payments it holds.'),
    period_start: wireInstant.describe('Start of the period, inclusive.'),
    period_end: wireInstant.describe('End of the period, exclusive.'),
    bank_account: z
      .looseObject({
        bank_name: z.string().nullable().describe('Name of the bank.'),
        account_last4: z.string().describe('Last four digits of the account.'),
      })
      .nullable()
      .describe('Where the money goes.'),
    reference: z.string().nullable().describe('Reference of the transfer.'),
    paid_at: wireInstant.nullable().describe('When the transfer left.'),
    created_at: createdAt,
    payments: z.array(settlementPaymentSchema).optional().describe('Only in the answer for one settlement.'),
    debt_amount: added(z.number()).describe('What an earlier DEBT took off. In major units.'),
    refund_amount: added(z.number()).describe(
      'Sum of the refunds that it took off, less the fees that came back with them; absent without any. In major units.',
    ),
    dispute_amount: added(z.number()).describe(
      'Disputes that it took off with their fees, less those that were won; absent without any. In major units.',
    ),
    adjustments: added(z.array(settlementAdjustmentSchema)).describe(
      `The refunds and disputes that it took off or gave back, oldest first: with them the sum of \`amount\` is −(\`refund_amount\` + \`dispute_amount\`). The first ${SHOWN_ADJUSTMENTS_MAX}; absent without any.`,
    ),
  })
  .meta({ id: 'Settlement' })

export type Settlement = z.infer<typeof settlementSchema>

export const settlementListSchema = listOf(settlementSchema, 'settlements').meta({ id: 'SettlementList' })

export const listSettlementsSchema = z.object({
  ...pageQuery('settlement'),
  status: statusFilter(settlementStatuses),
})

export type ListSettlements = z.output<typeof listSettlementsSchema>
