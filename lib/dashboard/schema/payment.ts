import * as z from 'zod'
import type { Payment } from '@/lib/contract/payment'
import { paymentStatuses } from '@/lib/contract/states'
import { CARD_CHOICE } from '@/lib/domain/card'
import { dayFields, idField, listFilter } from './list'
import type { ObjectState, RowMirror } from './mirror'
import type { SettlementName, TransferTimes } from './settlement'

/** Payment as pages show it. */
export type ShownPayment = Payment & {
  /** True if the payer's e-mail is masked except for its start and its host, because the role may not read it. */
  masked: boolean
  mirror: RowMirror
  /** In lists: the payment's settlement, if the mirror has it. */
  settlement?: SettlementName | null
}

export type PaymentDetail = ObjectState & {
  payment: ShownPayment
  /** Settlement schedule of the account, if the host reports it. */
  settlementSchedule: string | null
  /** Settlement of the payment, if the mirror has it. */
  settlement: SettlementName | null
  transferTimes: TransferTimes
  /** Name of the payment's customer, if the mirror has one. */
  customerName: string | null
  /** Dashboard's charge that created it. */
  chargeId: string | null
  /** Later payment of the same payer by the same link, after a decline or a timeout. */
  paidLater: { id: string; at: string } | null
  /** Newest mailed receipts, newest first. */
  receipts: PaymentReceipt[]
  /** Earlier approved payments of the customer, newest first, while a dispute needs evidence; else empty. */
  earlierApproved: { id: string; amount: number; currency: string; at: string }[]
}

/** Receipt that was sent by mail. */
export interface PaymentReceipt {
  id: string
  /** Recipient, masked like the payer's e-mail. */
  to: string
  /** `SHOWN` in test mode, which sends no mail. */
  state: 'QUEUED' | 'SENT' | 'SHOWN' | 'FAILED'
  /** Time of its end, or of its start while it waits. */
  at: string
}

/** Major units of the account's currency as a plain decimal. */
const amount = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,4})?$/)
  .optional()

/** Filters of the payments list in its URL. */
export const paymentFilterSchema = listFilter('payment', paymentStatuses, {
  ...dayFields,
  /** Inclusive ends of the range. */
  min: amount,
  max: amount,
  /** Brand key, four digits, or both: see readCardChoice. */
  card: z.string().regex(CARD_CHOICE).optional(),
  link: idField.optional(),
  customer: idField.optional(),
  settlement: idField.optional(),
  /** Payments without a settlement. */
  unsettled: z.literal('1').optional(),
  /** Payments that were refunded in whole or in part. */
  refunded: z.literal('1').optional(),
  /** Declines of payers who have not paid since. */
  unpaid: z.literal('1').optional(),
})
export type PaymentFilter = z.output<typeof paymentFilterSchema>
