'use server'

import { chargePress, giveUpInput } from '@/lib/dashboard/charges/charge-inputs'
import { giveUpCase } from '@/lib/dashboard/charges/close-case'
import { getCharge } from '@/lib/dashboard/charges/get-charge'
import { pressCharge } from '@/lib/dashboard/charges/press-charge'
import { action } from '@/lib/dashboard/web/action'
import { memberTexts } from '@/lib/ui/member-reader'

export const giveUpAction = action('charges.give_up', giveUpInput, async (ctx, input, { role }) =>
  getCharge(ctx, (await giveUpCase(ctx, input)).id, { role, isQuick: true }),
)
export const chargeAction = action('charges.create', chargePress, async (ctx, input, member) =>
  pressCharge(ctx, input, member, (await memberTexts()).t),
)
