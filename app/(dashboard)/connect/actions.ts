'use server'

import type { z } from 'zod'
import { connectAccountInput, connectFirstAccount } from '@/lib/dashboard/connections/connect-account'
import { Refusal } from '@/lib/dashboard/refusal'
import { managedTeam } from '@/lib/dashboard/team/managed-team'
import { userAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/request-address'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const connectFirst = userAction('connection.connect_first', connectAccountInput, async (user, input) => {
  const teamId = managedTeam(user)
  // Further accounts are connected from the settings of an existing one.
  if (teamId === null || user.accounts.length > 0) throw new Refusal('forbidden')
  const address = await requestAddress()
  return connectFirstAccount(webDashboard(), { teamId, userId: user.id, address }, input)
})

export async function connectFirstAction(input: z.input<typeof connectAccountInput>) {
  return connectFirst(input)
}
