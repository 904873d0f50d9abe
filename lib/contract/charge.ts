import * as z from 'zod'
import { type AmountContext, parseWithAmount } from './amount'
import { CHARGE_DESCRIPTION_MAX } from './limits'
import { paymentLinkSchema } from './payment-link'
import { currencyCode, money, objectName, sentAmount, TRIMMED } from './shared-fields'
import { optionalText } from './text'

export const chargeSchema = z
  .looseObject({
    object: objectName('charge'),
    customer_id: z.string().describe('The customer who is charged.'),
    amount: money,
    currency: currencyCode,
    paid: z.boolean().describe('True: the saved card was charged. False: the customer has a link to pay.'),
    payment_id: z.string().nullable().describe('The payment of a saved card’s charge.'),
    payment_url: z.string().nullable().describe('Where to send the customer.'),
    payment_link: paymentLinkSchema.nullable().describe('The link made for the customer.'),
  })
  .meta({ id: 'Charge' })

export type Charge = z.infer<typeof chargeSchema>

/** Body of POST /customers/{id}/charges. The amount's currency is checked by parseCreateCharge. */
export const createChargeSchema = z.strictObject({
  amount: sentAmount,
  description: optionalText(CHARGE_DESCRIPTION_MAX).describe(
    `${TRIMMED} A link made by the charge has it as its title.`,
  ),
  use_saved_card: z
    .boolean()
    .default(false)
    .describe('True charges the saved card now; false makes a payment link for the customer.'),
})

/** Parses the body of a charge for an account's currency. Throws 400 with all field errors at once. */
export function parseCreateCharge(body: unknown, context: AmountContext) {
  return parseWithAmount(createChargeSchema, body, context)
}
