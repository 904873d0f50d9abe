'use server'

import { z } from 'zod'
import { verifyEmail } from '@/lib/dashboard/team/verify-email'
import { userAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const input = z.strictObject({ token: z.string().max(300) })
const verify = userAction('user.verify_email', input, async ({ id: userId, sessionId }, { token }) => {
  await verifyEmail(webDashboard(), token, { address: await requestAddress(), userId, sessionId })
  return {}
})

export async function verifyEmailAction(token: string) {
  return verify({ token })
}
