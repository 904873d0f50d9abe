import { recordShareAction } from '@/app/(dashboard)/[account]/links/actions'
import type { ChargeActions } from '@/lib/dashboard/schema/charge'
import * as actions from './actions'

/** Returns the server actions of charges, bound to an account. */
export function chargeActions(account: string): ChargeActions {
  return {
    start: actions.startChargeAction.bind(null, account),
    send: actions.sendChargeAction.bind(null, account),
    linkInstead: actions.linkInsteadAction.bind(null, account),
    attach: actions.attachPaymentAction.bind(null, account),
    release: actions.releaseChargeAction.bind(null, account),
    giveUp: actions.giveUpCaseAction.bind(null, account),
    recordShare: recordShareAction.bind(null, account),
  }
}
