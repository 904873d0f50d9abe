'use server'

import { cookies } from 'next/headers'
import { after } from 'next/server'
import { z } from 'zod'
import { admitForm } from '@/lib/dashboard/attempts/attempts'
import { Refusal } from '@/lib/dashboard/refusal'
import {
  acceptInput,
  acceptInvitation,
  joinAsNewUser,
  joinInput,
} from '@/lib/dashboard/team/accept-invitation'
import { admitReset, mailReset, resetPassword } from '@/lib/dashboard/team/change-password'
import { languageInput, setLanguage } from '@/lib/dashboard/team/language'
import { CHALLENGE_S, passkeyOptions } from '@/lib/dashboard/team/passkeys'
import { verifyEmail } from '@/lib/dashboard/team/verify-email'
import { publicAction, userAction } from '@/lib/dashboard/web/action'
import { requestAddress, signedInUserId } from '@/lib/dashboard/web/member'
import { cookieOptions, keepLanguage, passkeyCookie } from '@/lib/dashboard/web/session'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'
import { randomText } from '@/lib/platform/secrets'
import { memberTexts } from '@/lib/ui/member-reader'

const BROWSER_BYTES = 32
const text = z.string().max(1_000)
const token = z.string().max(300)

/** Returns the options with which this browser asks for a passkey, and ties their challenge to it by a cookie. */
export const askPasskeyAction = publicAction('session.ask_passkey', z.strictObject({}), async () => {
  const dashboard = webDashboard()
  const webUrl = dashboard.env.WEB_URL
  await admitForm(dashboard, 'passkey', await requestAddress())
  const browser = randomText(BROWSER_BYTES)
  const options = await passkeyOptions(dashboard, { purpose: 'sign_in', holder: browser }, { webUrl })
  const cookie = await cookies()
  cookie.set(passkeyCookie(webUrl), browser, { ...cookieOptions(webUrl), maxAge: CHALLENGE_S })
  return options
})

const resetRequest = z.strictObject({ email: text })
export const requestResetAction = publicAction('user.request_reset', resetRequest, async ({ email }) => {
  const dashboard = webDashboard()
  if (!hasMail(dashboard.env)) throw new Refusal('mail_off')
  await admitReset(dashboard, { email, address: await requestAddress() })
  after(() =>
    mailReset(dashboard, email).catch((error: unknown) =>
      dashboard.log.error({ err: error }, 'the link for a new password was not written'),
    ),
  )
  return {}
})

const resetInput = z.strictObject({ token, password: text })
export const resetPasswordAction = publicAction('user.reset_password', resetInput, async (given) => {
  await resetPassword(webDashboard(), given, await requestAddress(), await signedInUserId())
  return {}
})

export const joinAction = publicAction('team.join', joinInput, async (input) =>
  joinAsNewUser(webDashboard(), input, {
    address: await requestAddress(),
    byMail: hasMail(webDashboard().env),
    language: (await memberTexts()).language,
  }),
)

export const acceptAction = userAction('team.accept_invitation', acceptInput, async (user, input) =>
  acceptInvitation(webDashboard(), user, input, await requestAddress()),
)

const verifyInput = z.strictObject({ token })
export const verifyEmailAction = userAction('user.verify_email', verifyInput, async (user, given) => {
  const { id: userId, sessionId } = user
  await verifyEmail(webDashboard(), given.token, { address: await requestAddress(), userId, sessionId })
  return {}
})

/** Sets the language of this browser, and that of its user if one is signed in; null is that of the browser. */
export const chooseLanguageAction = publicAction('user.choose_language', languageInput, async (input) => {
  const dashboard = webDashboard()
  const userId = await signedInUserId()
  if (userId !== null) await setLanguage(dashboard, userId, input.language)
  keepLanguage(await cookies(), input.language, dashboard.env.WEB_URL)
  return {}
})
