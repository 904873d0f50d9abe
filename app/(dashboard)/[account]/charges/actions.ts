'use server'

import { attachPayment, giveUpCase, releaseCharge } from '@/lib/dashboard/charges/close-case'
import { getCharge } from '@/lib/dashboard/charges/get-charge'
import { sendCharge } from '@/lib/dashboard/charges/send-charge'
import { linkInstead, startCharge } from '@/lib/dashboard/charges/start-charge'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ChargeDetail, chargeInputs } from '@/lib/dashboard/schema/charge'
import type { Member } from '@/lib/dashboard/team/find-member'
import { action } from '@/lib/dashboard/web/action'

/** Runs a verb and returns the charge as its screen shows it. */
function shown<Input>(verb: (ctx: ConnectionContext, input: Input) => Promise<{ id: string }>) {
  return async (ctx: ConnectionContext, input: Input, { role }: Member): Promise<ChargeDetail> => {
    const { id } = await verb(ctx, input)
    return getCharge(ctx, id, { role, isQuick: true })
  }
}

export const startChargeAction = action('charges.create', chargeInputs.start, shown(startCharge))
export const sendChargeAction = action('charges.create', chargeInputs.send, shown(sendCharge))
export const linkInsteadAction = action('charges.create', chargeInputs.linkInstead, shown(linkInstead))
export const attachPaymentAction = action('charges.create', chargeInputs.attach, shown(attachPayment))
export const releaseChargeAction = action('charges.create', chargeInputs.release, shown(releaseCharge))
export const giveUpCaseAction = action('charges.give_up', chargeInputs.giveUp, shown(giveUpCase))
