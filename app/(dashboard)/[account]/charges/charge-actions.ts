import { recordShareAction } from '@/app/(dashboard)/[account]/links/actions'
import type { ChargeActions } from '@/components/charges/charge-actions'
import {
  attachPaymentAction,
  discardChargeAction,
  giveUpCaseAction,
  linkInsteadAction,
  releaseChargeAction,
  retryChargeAction,
  sendChargeAction,
  startChargeAction,
} from './actions'

/** Returns the server actions of charges, bound to an account. */
export function chargeActions(account: string): ChargeActions {
  return {
    start: startChargeAction.bind(null, account),
    send: sendChargeAction.bind(null, account),
    linkInstead: linkInsteadAction.bind(null, account),
    attach: attachPaymentAction.bind(null, account),
    retryCharge: retryChargeAction.bind(null, account),
    giveUp: giveUpCaseAction.bind(null, account),
    release: releaseChargeAction.bind(null, account),
    discard: discardChargeAction.bind(null, account),
    recordShare: recordShareAction.bind(null, account),
  }
}
