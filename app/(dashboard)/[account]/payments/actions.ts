'use server'

import { pressRefund } from '@/lib/dashboard/refunds/get-refunds'
import { refundPress } from '@/lib/dashboard/refunds/refund-inputs'
import { action } from '@/lib/dashboard/web/action'

export const refundAction = action('refunds.create', refundPress, pressRefund)
