'use server'

import { z } from 'zod'
import { changePassword } from '@/lib/dashboard/team/change-password'
import { revokeOtherSessions, revokeSession } from '@/lib/dashboard/team/revoke-session'
import {
  confirmTwoStep,
  disableTwoStep,
  renewRecoveryCodes,
  startTwoStep,
} from '@/lib/dashboard/team/two-step'
import { ownAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/open-mailer'

const text = z.string().max(1_000)
const passwordInput = z.strictObject({ password: text, new_password: text })
const sessionInput = z.strictObject({ id: text })
const confirmInput = z.strictObject({ password: text })
const codeInput = z.strictObject({ code: text })
const nothing = z.strictObject({})

const change = ownAction(passwordInput, async (actor, { password, new_password }) =>
  changePassword(webDashboard(), actor, { password, newPassword: new_password }),
)

const revoke = ownAction(sessionInput, async (actor, { id }) => {
  await revokeSession(webDashboard(), actor, id)
  return {}
})

const revokeOthers = ownAction(nothing, async (actor) => revokeOtherSessions(webDashboard(), actor))

const start = ownAction(confirmInput, async (actor, input) =>
  startTwoStep(webDashboard(), actor, input, { hasMail: hasMail(webDashboard().env) }),
)

const confirm = ownAction(codeInput, async (actor, input) =>
  confirmTwoStep(webDashboard(), actor, input, { hasMail: hasMail(webDashboard().env) }),
)

const stop = ownAction(confirmInput, async (actor, input) => {
  await disableTwoStep(webDashboard(), actor, input)
  return {}
})

const renew = ownAction(confirmInput, async (actor, input) =>
  renewRecoveryCodes(webDashboard(), actor, input),
)

export async function changePasswordAction(account: string, input: z.input<typeof passwordInput>) {
  return change(account, input)
}

export async function revokeSessionAction(account: string, input: z.input<typeof sessionInput>) {
  return revoke(account, input)
}

export async function revokeOtherSessionsAction(account: string) {
  return revokeOthers(account, {})
}

export async function startTwoStepAction(account: string, input: z.input<typeof confirmInput>) {
  return start(account, input)
}

export async function confirmTwoStepAction(account: string, input: z.input<typeof codeInput>) {
  return confirm(account, input)
}

export async function disableTwoStepAction(account: string, input: z.input<typeof confirmInput>) {
  return stop(account, input)
}

export async function renewRecoveryCodesAction(account: string, input: z.input<typeof confirmInput>) {
  return renew(account, input)
}
