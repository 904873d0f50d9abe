'use server'

import { pressCharge } from '@/lib/dashboard/charges/press-charge'
import { chargePress } from '@/lib/dashboard/schema/charge'
import { action } from '@/lib/dashboard/web/action'

export const chargeAction = action('charges.create', chargePress, pressCharge)
