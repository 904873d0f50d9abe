'use server'

import { z } from 'zod'
import { PASSKEY_RESPONSE_MAX } from '@/lib/dashboard/schema/passkey'
import { type StepUp, stepUpInput } from '@/lib/dashboard/schema/step-up'
import {
  addPasskey,
  removePasskey,
  startPasskey as startNewPasskey,
} from '@/lib/dashboard/team/change-passkeys'
import { changePassword } from '@/lib/dashboard/team/change-password'
import { passkeyOptions } from '@/lib/dashboard/team/consume-passkey'
import type { Member } from '@/lib/dashboard/team/find-member'
import { revokeOtherSessions, revokeSession } from '@/lib/dashboard/team/revoke-session'
import {
  confirmTwoStep,
  disableTwoStep,
  renewRecoveryCodes,
  startTwoStep,
} from '@/lib/dashboard/team/two-step'
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/request-address'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/open-mailer'

const text = z.string().max(1_000)
const passwordInput = stepUpInput.extend({ new_password: text })
const idInput = z.strictObject({ id: text })
const codeInput = z.strictObject({ code: text })
const nothing = z.strictObject({})

const change = action(null, passwordInput, async (_, { new_password, ...typed }, member) =>
  changePassword(webDashboard(), await actorOf(member), { ...typed, newPassword: new_password }),
)

const revoke = action(null, idInput, async (_, { id }, member) => {
  await revokeSession(webDashboard(), await actorOf(member), id)
  return {}
})

const revokeOthers = action(null, nothing, async (_, _input, member) =>
  revokeOtherSessions(webDashboard(), await actorOf(member)),
)

const start = action(null, stepUpInput, async (_, input, member) =>
  startTwoStep(webDashboard(), await actorOf(member), input, { hasMail: hasMail(webDashboard().env) }),
)

const confirm = action(null, codeInput, async (_, input, member) =>
  confirmTwoStep(webDashboard(), await actorOf(member), input, { hasMail: hasMail(webDashboard().env) }),
)

const stop = action(null, stepUpInput, async (_, input, member) => {
  await disableTwoStep(webDashboard(), await actorOf(member), input)
  return {}
})

const renew = action(null, stepUpInput, async (_, input, member) =>
  renewRecoveryCodes(webDashboard(), await actorOf(member), input),
)

const startPasskey = confirmedAction(null, nothing, (_, _input, member) =>
  startNewPasskey(webDashboard(), member, webDashboard().env.WEB_URL),
)

const passkeyInput = z.strictObject({ name: text, response: z.string().max(PASSKEY_RESPONSE_MAX) })
const add = action(null, passkeyInput, async (_, input, member) =>
  addPasskey(webDashboard(), await actorOf(member), input),
)

const remove = confirmedAction(null, idInput, async (_, input, member) => {
  await removePasskey(webDashboard(), await actorOf(member), input)
  return {}
})

const ask = action(null, nothing, (_, _input, { user, claim }) =>
  passkeyOptions(
    webDashboard(),
    { purpose: 'step_up', holder: claim.sessionId },
    { webUrl: webDashboard().env.WEB_URL, userId: user.id },
  ),
)

async function actorOf({ user, claim }: Member) {
  return { user, claim, address: await requestAddress() }
}

export async function changePasswordAction(account: string, input: z.input<typeof passwordInput>) {
  return change(account, input)
}

export async function revokeSessionAction(account: string, input: z.input<typeof idInput>) {
  return revoke(account, input)
}

export async function revokeOtherSessionsAction(account: string) {
  return revokeOthers(account, {})
}

export async function startTwoStepAction(account: string, input: StepUp) {
  return start(account, input)
}

export async function confirmTwoStepAction(account: string, input: z.input<typeof codeInput>) {
  return confirm(account, input)
}

export async function disableTwoStepAction(account: string, input: StepUp) {
  return stop(account, input)
}

export async function renewRecoveryCodesAction(account: string, input: StepUp) {
  return renew(account, input)
}

export async function startPasskeyAction(account: string, stepUp: StepUp) {
  return startPasskey(account, {}, stepUp)
}

export async function addPasskeyAction(account: string, input: z.input<typeof passkeyInput>) {
  return add(account, input)
}

export async function removePasskeyAction(account: string, input: z.input<typeof idInput>, stepUp: StepUp) {
  return remove(account, input, stepUp)
}

/** Returns the options with which the browser asks for a passkey at a step-up of this session. */
export async function askOwnPasskeyAction(account: string) {
  return ask(account, {})
}
