'use server'

import { z } from 'zod'
import { Refusal } from '@/lib/dashboard/refusal'
import { changePassword } from '@/lib/dashboard/team/change-password'
import { revokeOtherSessions, revokeSession } from '@/lib/dashboard/team/own-sign-in'
import {
  addPasskey,
  PASSKEY_RESPONSE_MAX,
  passkeyOptions,
  removePasskey,
  startPasskey,
} from '@/lib/dashboard/team/passkeys'
import { stepUp, stepUpInput } from '@/lib/dashboard/team/step-up'
import {
  confirmTwoStep,
  disableTwoStep,
  renewRecoveryCodes,
  startTwoStep,
} from '@/lib/dashboard/team/two-step'
import { changeUnverifiedEmail, sendVerification } from '@/lib/dashboard/team/verify-email'
import { confirmedOwnAction, ownAction } from '@/lib/dashboard/web/action'
import type { WebDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

const text = z.string().max(1_000)
const idInput = z.strictObject({ id: text })
const passkeyInput = z.strictObject({ name: text, response: z.string().max(PASSKEY_RESPONSE_MAX) })
const nothing = z.strictObject({})

export const changePasswordAction = ownAction(stepUpInput.extend({ new_password: text }), changePassword)
export const revokeSessionAction = ownAction(idInput, (dashboard, actor, { id }) =>
  revokeSession(dashboard, actor, id),
)
export const revokeOtherSessionsAction = ownAction(nothing, revokeOtherSessions)

export const startTwoStepAction = ownAction(stepUpInput, (dashboard, actor, input) =>
  startTwoStep(dashboard, actor, input, { hasMail: hasMail(dashboard.env) }),
)
export const confirmTwoStepAction = ownAction(z.strictObject({ code: text }), (dashboard, actor, input) =>
  confirmTwoStep(dashboard, actor, input, { hasMail: hasMail(dashboard.env) }),
)
export const disableTwoStepAction = ownAction(stepUpInput, disableTwoStep)
export const renewRecoveryCodesAction = ownAction(stepUpInput, renewRecoveryCodes)

export const startPasskeyAction = ownAction(stepUpInput, async (dashboard, actor, input) => {
  await stepUp(dashboard, actor, input)
  return startPasskey(dashboard, actor, dashboard.env.WEB_URL)
})
export const addPasskeyAction = ownAction(passkeyInput, addPasskey)
export const removePasskeyAction = confirmedOwnAction(idInput, removePasskey)

/** Returns the options with which the browser asks for a passkey at a step-up of this session. */
export const askOwnPasskeyAction = ownAction(nothing, (dashboard, { user, claim }) =>
  passkeyOptions(
    dashboard,
    { purpose: 'step_up', holder: claim.sessionId },
    { webUrl: dashboard.env.WEB_URL, userId: user.id },
  ),
)

export const sendVerificationAction = ownAction(nothing, (dashboard, actor) => {
  requireMail(dashboard)
  return sendVerification(dashboard, actor)
})
export const changeEmailAction = confirmedOwnAction(
  z.strictObject({ email: text }),
  (dashboard, actor, input) => {
    requireMail(dashboard)
    return changeUnverifiedEmail(dashboard, actor, input.email)
  },
)

/** Throws Refusal `mail_off` without a mail adapter. */
function requireMail({ env }: WebDashboard): void {
  if (!hasMail(env)) throw new Refusal('mail_off')
}
