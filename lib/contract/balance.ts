import * as z from 'zod'
import { added } from './added-field'

/** Contract: balance. `percent` is percentage points, `fixed` major units per payment (decisions: fee units). */
export const balanceSchema = z
  .looseObject({
    object: z.literal('balance'),
    currency: z.string(),
    available: z.looseObject({
      payment_count: z.int(),
      gross_amount: z.number(),
      fee_amount: z.number(),
      net_amount: z.number(),
      debt_amount: added(z.number()),
    }),
    in_transit: z.number(),
    paid_out: z.number(),
    fee_schedule: z.looseObject({ percent: z.number(), fixed: z.number() }),
  })
  .meta({ id: 'Balance' })

export type Balance = z.infer<typeof balanceSchema>
