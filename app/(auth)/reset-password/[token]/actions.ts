'use server'

import { z } from 'zod'
import { resetPassword } from '@/lib/dashboard/team/change-password'
import { publicAction } from '@/lib/dashboard/web/action'
import { requestAddress, signedInUserId } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const input = z.strictObject({ token: z.string().max(300), password: z.string().max(1_000) })
const reset = publicAction('user.reset_password', input, async (given) => {
  await resetPassword(webDashboard(), given, await requestAddress(), await signedInUserId())
  return {}
})

export async function resetPasswordAction(token: string, password: string) {
  return reset({ token, password })
}
