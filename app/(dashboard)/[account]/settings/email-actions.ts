'use server'

import { z } from 'zod'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Member } from '@/lib/dashboard/team/find-member'
import { changeUnverifiedEmail, sendVerification } from '@/lib/dashboard/team/verify-email'
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

const emailInput = z.strictObject({ email: z.string().max(1_000) })

export const sendVerificationAction = action(null, z.strictObject({}), async (_, _input, member) => {
  await sendVerification(mailing(), await actorOf(member))
  return {}
})

export const changeEmailAction = confirmedAction(null, emailInput, async (_, { email }, member) => {
  await changeUnverifiedEmail(mailing(), await actorOf(member), email)
  return {}
})

/** Returns the dashboard. Throws Refusal `mail_off` without a mail adapter. */
function mailing() {
  const dashboard = webDashboard()
  if (!hasMail(dashboard.env)) throw new Refusal('mail_off')
  return dashboard
}

async function actorOf({ user, claim }: Member) {
  return { user, claim, address: await requestAddress() }
}
