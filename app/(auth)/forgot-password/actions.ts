'use server'

import { after } from 'next/server'
import { z } from 'zod'
import { Refusal } from '@/lib/dashboard/refusal'
import { admitReset, mailReset } from '@/lib/dashboard/team/change-password'
import { publicAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

const input = z.strictObject({ email: z.string().max(1_000) })
export const requestResetAction = publicAction('user.request_reset', input, async ({ email }) => {
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
