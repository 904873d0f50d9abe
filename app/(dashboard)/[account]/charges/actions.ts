'use server'

import {
  type AttachPaymentInput,
  attachPayment,
  attachPaymentInput,
  type ReleaseChargeInput,
  releaseCharge,
  releaseChargeInput,
} from '@/lib/dashboard/charges/close-case'
import {
  type DiscardChargeInput,
  discardCharge,
  discardChargeInput,
} from '@/lib/dashboard/charges/discard-charge'
import { type DraftChargeInput, draftChargeInput } from '@/lib/dashboard/charges/draft-charge'
import { getCharge } from '@/lib/dashboard/charges/get-charge'
import { type GiveUpCaseInput, giveUpCase, giveUpCaseInput } from '@/lib/dashboard/charges/give-up-case'
import { type LinkInsteadInput, linkInstead, linkInsteadInput } from '@/lib/dashboard/charges/link-instead'
import { type RetryChargeInput, retryCharge, retryChargeInput } from '@/lib/dashboard/charges/retry-charge'
import { type SendChargeInput, sendCharge, sendChargeInput } from '@/lib/dashboard/charges/send-charge'
import { startCharge } from '@/lib/dashboard/charges/start-charge'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import type { Member } from '@/lib/dashboard/team/find-member'
import { action } from '@/lib/dashboard/web/action'

/** Runs a verb and returns the charge as its screen shows it. */
function shown<Input>(verb: (ctx: ConnectionContext, input: Input) => Promise<{ id: string }>) {
  return async (ctx: ConnectionContext, input: Input, { role }: Member): Promise<ChargeDetail> => {
    const { id } = await verb(ctx, input)
    return getCharge(ctx, id, { role, names: new Map(), isQuick: true })
  }
}

const start = action('charges.create', draftChargeInput, shown(startCharge))
const send = action('charges.create', sendChargeInput, shown(sendCharge))
const instead = action('charges.create', linkInsteadInput, shown(linkInstead))
const attach = action('charges.create', attachPaymentInput, shown(attachPayment))
const again = action('charges.create', retryChargeInput, shown(retryCharge))
const giveUp = action('charges.give_up', giveUpCaseInput, shown(giveUpCase))
const release = action('charges.create', releaseChargeInput, shown(releaseCharge))
const discard = action('charges.create', discardChargeInput, shown(discardCharge))

export async function startChargeAction(account: string, input: DraftChargeInput) {
  return start(account, input)
}

export async function sendChargeAction(account: string, input: SendChargeInput) {
  return send(account, input)
}

export async function linkInsteadAction(account: string, input: LinkInsteadInput) {
  return instead(account, input)
}

export async function attachPaymentAction(account: string, input: AttachPaymentInput) {
  return attach(account, input)
}

export async function retryChargeAction(account: string, input: RetryChargeInput) {
  return again(account, input)
}

export async function giveUpCaseAction(account: string, input: GiveUpCaseInput) {
  return giveUp(account, input)
}

export async function releaseChargeAction(account: string, input: ReleaseChargeInput) {
  return release(account, input)
}

export async function discardChargeAction(account: string, input: DiscardChargeInput) {
  return discard(account, input)
}
