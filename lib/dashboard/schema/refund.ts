import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { RefundReason } from '@/lib/contract/refund'
import { isStorable } from '@/lib/domain/text'
import type { ChargeProblem } from './charge'
import type { RefundState } from './tabs'

const id = z.string().min(1).max(ID_TEXT_MAX).refine(isStorable)

/** Presses of a member on a refund. */
export const refundPress = z.discriminatedUnion('press', [
  z.object({
    press: z.literal('start'),
    /** Created when the form opens: the same token never creates two refunds. */
    form_token: z.string().regex(/^[\w-]{8,100}$/),
    payment_id: id,
    // The contract's schema validates them.
    amount: z.custom<number>(),
    reason: z.custom<RefundReason>(),
    note: z.custom<string>().optional(),
  }),
  /** `confirmed_amount` is the amount typed again, in major units, if the same amount was refunded recently. */
  z.object({ press: z.literal('send'), id, confirmed_amount: z.number().optional() }),
])
type RefundPress = z.output<typeof refundPress>
export type RefundInput<Name extends RefundPress['press']> = Omit<
  Extract<RefundPress, { press: Name }>,
  'press'
>

/** Refund as pages show it; amounts in major units. */
export type ShownRefund = {
  id: string
  payment_id: string
  state: RefundState
  amount: number
  currency: string
  reason: RefundReason
  note: string | null
  /** Last response without an outcome. */
  problem: ChargeProblem | null
  decline_code: string | null
  /** Part of the payment's fee that came back; null without any. */
  fee_returned: number | null
  request_id: string | null
  created_at: string
}

/** Refunds of one payment that members started here, newest first. */
export type PaymentRefunds = {
  /** True if the host has refunds; false as well until it has answered. */
  is_supported: boolean
  refunds: ShownRefund[]
}

/** Longest limit, in major units of any currency. */
const LIMIT_MAX_MAJOR = 999_999_999

/** Limit of support per day, in major units; null = no limit. */
export const refundLimitInput = z.object({ limit: z.number().min(0).max(LIMIT_MAX_MAJOR).nullable() })
