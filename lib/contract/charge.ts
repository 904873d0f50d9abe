import * as z from 'zod'
import { amountError, amountToMinor } from './amount'
import { parseRequestWith } from './field-errors'
import { CHARGE_DESCRIPTION_MAX } from './limits'
import { paymentLinkSchema } from './payment-link'
import { optionalText } from './text'

/** Contract: charge. */
export const chargeSchema = z
  .looseObject({
    object: z.literal('charge'),
    customer_id: z.string(),
    amount: z.number(),
    currency: z.string(),
    paid: z.boolean(),
    payment_id: z.string().nullable(),
    payment_url: z.string().nullable(),
    payment_link: paymentLinkSchema.nullable(),
  })
  .meta({ id: 'Charge' })

export type Charge = z.infer<typeof chargeSchema>

/** Body of POST /customers/{id}/charges. The amount's currency is checked by parseCreateCharge. */
export const createChargeSchema = z.strictObject({
  amount: z.number(),
  description: optionalText(CHARGE_DESCRIPTION_MAX),
  use_saved_card: z.boolean().default(false),
})

export type CreateChargeBody = z.input<typeof createChargeSchema>
export type CreateCharge = z.output<typeof createChargeSchema> & { amountMinor: number }

/**
 * Parses the body of a charge for an account's currency; `amountLiteral` is the amount's text in the JSON. Throws 400
 * with all field errors at once.
 */
export function parseCreateCharge(
  body: unknown,
  context: { currency: string; amountLiteral?: string | undefined },
): CreateCharge {
  const charge = parseRequestWith(createChargeSchema, body, (raw) => {
    const problem = amountError(raw.amount, context.currency, context.amountLiteral)
    return problem ? [problem] : []
  })
  return { ...charge, amountMinor: amountToMinor(charge.amount, context.currency) }
}
