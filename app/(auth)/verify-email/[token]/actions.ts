'use server'

import { z } from 'zod'
import { verifyEmail } from '@/lib/dashboard/team/verify-email'
import { publicAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/request-address'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const input = z.strictObject({ token: z.string().max(300) })
const verify = publicAction('user.verify_email', input, async ({ token }) => {
  await verifyEmail(webDashboard(), token, await requestAddress())
  return {}
})

export async function verifyEmailAction(token: string) {
  return verify({ token })
}
