import type { RecordShare } from '@/components/links/link-actions'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ChargeDetail, ChargeWay } from '@/lib/dashboard/schema/charge'

type Act<Input> = (input: Input) => Promise<ActionResult<ChargeDetail>>

/** Server actions of charges. Each returns the charge that it changed or created. */
export type ChargeActions = {
  start: Act<{
    form_token: string
    customer_id: string
    way: ChargeWay
    amount: number
    description?: string
  }>
  send: Act<{ id: string; confirmed_amount?: number }>
  linkInstead: Act<{ id: string }>
  attach: Act<{ id: string; payment_id: string }>
  retryCharge: Act<{ id: string; confirmed_amount?: number }>
  giveUp: Act<{ id: string }>
  release: Act<{ id: string; closes_only?: boolean }>
  discard: Act<{ id: string }>
  recordShare: RecordShare
}
