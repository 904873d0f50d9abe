'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { admitForm } from '@/lib/dashboard/attempts/attempts'
import { CHALLENGE_S, passkeyOptions } from '@/lib/dashboard/team/consume-passkey'
import { publicAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/member'
import { cookieOptions, passkeyCookie } from '@/lib/dashboard/web/session'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { randomText } from '@/lib/platform/secrets'

const BROWSER_BYTES = 32

const ask = publicAction('session.ask_passkey', z.strictObject({}), async () => {
  const dashboard = webDashboard()
  const webUrl = dashboard.env.WEB_URL
  await admitForm(dashboard, 'passkey', await requestAddress())
  const browser = randomText(BROWSER_BYTES)
  const options = await passkeyOptions(dashboard, { purpose: 'sign_in', holder: browser }, { webUrl })
  const cookie = await cookies()
  cookie.set(passkeyCookie(webUrl), browser, { ...cookieOptions(webUrl), maxAge: CHALLENGE_S })
  return options
})

/** Returns the options with which this browser asks for a passkey, and ties their challenge to it by a cookie. */
export async function askPasskeyAction() {
  return ask({})
}
