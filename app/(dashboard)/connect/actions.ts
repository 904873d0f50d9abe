'use server'

import type { z } from 'zod'
import { connectAccountInput, connectFirstAccount } from '@/lib/dashboard/connections/connect-account'
import { Refusal } from '@/lib/dashboard/refusal'
import { type StepUp, stepUpInput } from '@/lib/dashboard/schema/step-up'
import { managedTeam } from '@/lib/dashboard/team/find-accounts'
import { userAction } from '@/lib/dashboard/web/action'
import { confirmMember, requestAddress } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const firstInput = connectAccountInput.extend({ stepUp: stepUpInput })
const connectFirst = userAction(
  'connection.connect_first',
  firstInput,
  async (user, { stepUp, ...input }) => {
    const teamId = managedTeam(user)
    // Further accounts are connected from the settings of an existing one.
    if (teamId === null || user.accounts.length > 0) throw new Refusal('forbidden')
    await confirmMember({ user, claim: user.claim }, stepUp)
    const address = await requestAddress()
    return connectFirstAccount(webDashboard(), { teamId, userId: user.id, address }, input)
  },
)

export async function connectFirstAction(input: z.input<typeof connectAccountInput>, stepUp: StepUp) {
  return connectFirst({ ...input, stepUp })
}
