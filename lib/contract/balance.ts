import * as z from 'zod'
import { added } from './added-field'
import { currencyCode, money, objectName } from './shared-fields'

/** Contract: balance. `percent` is percentage points, `fixed` major units per payment (decisions: fee units). */
export const balanceSchema = z
  .looseObject({
    object: objectName('balance'),
    currency: currencyCode,
    available: z
      .looseObject({
        payment_count: z.int().describe('How many payments.'),
        gross_amount: money,
        fee_amount: money,
        net_amount: money,
        debt_amount: added(z.number()).describe('Debt that the next settlement takes off. In major units.'),
        refund_amount: added(z.number()).describe(
          'Refunds that the next settlement takes off, less the fees that came back with them; absent without any. In major units.',
        ),
        dispute_amount: added(z.number()).describe(
          'Disputes that the next settlement takes off, less those that were won; absent without any. In major units.',
        ),
      })
      .describe('Collected money not yet settled.'),
    in_transit: z.number().describe('Net of the PENDING settlements. In major units.'),
    paid_out: z.number().describe('Net of the PAID settlements. In major units.'),
    fee_schedule: z
      .looseObject({
        percent: z.number().describe('Percentage points: 2.9 is 2.9 %.'),
        fixed: z.number().describe('Major units per approved payment.'),
      })
      .describe('What a payment costs.'),
  })
  .meta({ id: 'Balance' })

export type Balance = z.infer<typeof balanceSchema>
