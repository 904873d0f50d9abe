import * as z from 'zod'
import type { Payment } from '@/lib/contract/payment'
import { paymentStatuses } from '@/lib/contract/states'
import { isDay } from '@/lib/domain/calendar-days'
import { CARD_CHOICE } from '@/lib/domain/card-choice'
import { idField, listFields } from './list'
import type { ObjectState, RowMirror } from './mirror'
import { periods } from './period'
import type { SettlementName, TransferTimes } from './settlement'

/** A payment as pages show it. */
export type ShownPayment = Payment & {
  /** The payer's e-mail is hidden but for its start and its host: the role may not read it. */
  masked: boolean
  mirror: RowMirror
  /** In lists: the settlement that holds it, where the mirror has it. */
  settlement?: SettlementName | null
}

export type PaymentDetail = ObjectState & {
  payment: ShownPayment
  /** How often the account is settled, where the host reports it. */
  settlementSchedule: string | null
  /** The settlement that holds the payment, where the mirror has it. */
  settlement: SettlementName | null
  transferTimes: TransferTimes
  /** Name of the payment's customer, where the mirror has one. */
  customerName: string | null
  /** The dashboard's charge that made it. */
  chargeId: string | null
  /** The later payment of the same payer by the same link, after a decline or a timeout. */
  paidLater: { id: string; at: string } | null
  /** The last ones that were sent by mail, newest first. */
  receipts: PaymentReceipt[]
}

/** A receipt that was sent by mail. */
export interface PaymentReceipt {
  id: string
  /** Masked as the payer's e-mail is. */
  to: string
  /** `SHOWN` in test mode, which sends no mail. */
  state: 'QUEUED' | 'SENT' | 'SHOWN' | 'FAILED'
  /** The instant of its end, or of its start while it waits. */
  at: string
}

const day = z.string().refine(isDay).optional()

/** Major units of the account's currency as a plain decimal. */
const amount = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,4})?$/)
  .optional()

const { status, q, cursor } = listFields('payment', paymentStatuses)

/** The filters of the payments list in its URL, in the order of an address. */
export const paymentFilterSchema = z.object({
  status,
  q,
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  /** Both ends belong to the range. */
  min: amount,
  max: amount,
  /** A brand's key, four digits, or both: see readCardChoice. */
  card: z.string().regex(CARD_CHOICE).optional(),
  link: idField.optional(),
  customer: idField.optional(),
  settlement: idField.optional(),
  /** Payments without a settlement. */
  unsettled: z.literal('1').optional(),
  /** Declines of payers who have not paid since. */
  unpaid: z.literal('1').optional(),
  cursor,
})
export type PaymentFilter = z.output<typeof paymentFilterSchema>
