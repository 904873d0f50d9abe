'use server'

import { z } from 'zod'
import { Refusal } from '@/lib/dashboard/refusal'
import { PASSKEY_RESPONSE_MAX } from '@/lib/dashboard/schema/passkey'
import { stepUpInput } from '@/lib/dashboard/schema/step-up'
import { changePassword } from '@/lib/dashboard/team/change-password'
import { revokeOtherSessions, revokeSession } from '@/lib/dashboard/team/own-sign-in'
import {
  addPasskey,
  passkeyOptions,
  removePasskey,
  startPasskey as startNewPasskey,
} from '@/lib/dashboard/team/passkeys'
import { stepUp } from '@/lib/dashboard/team/step-up'
import {
  confirmTwoStep,
  disableTwoStep,
  renewRecoveryCodes,
  startTwoStep,
} from '@/lib/dashboard/team/two-step'
import { changeUnverifiedEmail, sendVerification } from '@/lib/dashboard/team/verify-email'
import { confirmedOwnAction, ownAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

const text = z.string().max(1_000)
const passwordInput = stepUpInput.extend({ new_password: text })
const idInput = z.strictObject({ id: text })
const codeInput = z.strictObject({ code: text })
const nothing = z.strictObject({})

export const changePasswordAction = ownAction(passwordInput, async (actor, { new_password, ...typed }) =>
  changePassword(webDashboard(), actor, { ...typed, newPassword: new_password }),
)

export const revokeSessionAction = ownAction(idInput, async (actor, { id }) => {
  await revokeSession(webDashboard(), actor, id)
  return {}
})

export const revokeOtherSessionsAction = ownAction(nothing, async (actor) =>
  revokeOtherSessions(webDashboard(), actor),
)

export const startTwoStepAction = ownAction(stepUpInput, async (actor, input) =>
  startTwoStep(webDashboard(), actor, input, { hasMail: hasMail(webDashboard().env) }),
)

export const confirmTwoStepAction = ownAction(codeInput, async (actor, input) =>
  confirmTwoStep(webDashboard(), actor, input, { hasMail: hasMail(webDashboard().env) }),
)

export const disableTwoStepAction = ownAction(stepUpInput, async (actor, input) => {
  await disableTwoStep(webDashboard(), actor, input)
  return {}
})

export const renewRecoveryCodesAction = ownAction(stepUpInput, async (actor, input) =>
  renewRecoveryCodes(webDashboard(), actor, input),
)

export const startPasskeyAction = ownAction(stepUpInput, async (actor, input) => {
  await stepUp(webDashboard(), actor, input)
  return startNewPasskey(webDashboard(), actor, webDashboard().env.WEB_URL)
})

const passkeyInput = z.strictObject({ name: text, response: z.string().max(PASSKEY_RESPONSE_MAX) })
export const addPasskeyAction = ownAction(passkeyInput, async (actor, input) =>
  addPasskey(webDashboard(), actor, input),
)

export const removePasskeyAction = confirmedOwnAction(idInput, async (actor, input) => {
  await removePasskey(webDashboard(), actor, input)
  return {}
})

/** Returns the options with which the browser asks for a passkey at a step-up of this session. */
export const askOwnPasskeyAction = ownAction(nothing, async ({ user, claim }) =>
  passkeyOptions(
    webDashboard(),
    { purpose: 'step_up', holder: claim.sessionId },
    { webUrl: webDashboard().env.WEB_URL, userId: user.id },
  ),
)

export const sendVerificationAction = ownAction(nothing, async (actor) => {
  await sendVerification(mailing(), actor)
  return {}
})

export const changeEmailAction = confirmedOwnAction(z.strictObject({ email: text }), async (actor, input) => {
  await changeUnverifiedEmail(mailing(), actor, input.email)
  return {}
})

/** Returns the dashboard. Throws Refusal `mail_off` without a mail adapter. */
function mailing() {
  const dashboard = webDashboard()
  if (!hasMail(dashboard.env)) throw new Refusal('mail_off')
  return dashboard
}
