import { z } from 'zod'
import { idField } from '@/lib/dashboard/reads/list'
import { chargeWays } from './shape'

const start = z.object({
  /** Created when the form opens: the same token never creates two charges. */
  form_token: z.string().regex(/^[\w-]{8,100}$/),
  customer_id: idField,
  way: z.enum(chargeWays),
  // The contract's schema validates amount and description.
  amount: z.custom<number>(),
  description: z.custom<string>().optional(),
})

/** Presses of a member on a charge. */
export const chargePress = z.discriminatedUnion('press', [
  start.extend({ press: z.literal('start') }),
  /** `confirmed_amount` is the amount typed again, in major units, if the same amount was charged recently. */
  z.object({ press: z.literal('send'), id: idField, confirmed_amount: z.number().optional() }),
  z.object({ press: z.literal('link_instead'), id: idField }),
  z.object({ press: z.literal('attach'), id: idField, payment_id: idField }),
  z.object({ press: z.literal('release'), id: idField }),
])

/** Closes a case for good; a press of its own, because fewer roles may do it. */
export const giveUpInput = z.object({ id: idField })

export type ChargePress = z.output<typeof chargePress>

export type ChargeInput<Name extends ChargePress['press']> = Omit<
  Extract<ChargePress, { press: Name }>,
  'press'
>
