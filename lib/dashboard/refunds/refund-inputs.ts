import { z } from 'zod'
import type { RefundReason } from '@/lib/contract/refund'
import { idField } from '@/lib/dashboard/reads/list'

/** Presses of a member on a refund. */
export const refundPress = z.discriminatedUnion('press', [
  z.object({
    press: z.literal('start'),
    /** Created when the form opens: the same token never creates two refunds. */
    form_token: z.string().regex(/^[\w-]{8,100}$/),
    payment_id: idField,
    // The contract's schema validates them.
    amount: z.custom<number>(),
    reason: z.custom<RefundReason>(),
    note: z.custom<string>().optional(),
  }),
  /** `confirmed_amount` is the amount typed again, in major units, if the same amount was refunded recently. */
  z.object({ press: z.literal('send'), id: idField, confirmed_amount: z.number().optional() }),
])

type RefundPress = z.output<typeof refundPress>

export type RefundInput<Name extends RefundPress['press']> = Omit<
  Extract<RefundPress, { press: Name }>,
  'press'
>
