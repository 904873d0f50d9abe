'use server'

import { connectAccountInput, connectFirstAccount } from '@/lib/dashboard/connections/connect-account'
import { Refusal } from '@/lib/dashboard/refusal'
import { managedTeam } from '@/lib/dashboard/team/find-accounts'
import { stepUpInput } from '@/lib/dashboard/team/step-up'
import { userAction } from '@/lib/dashboard/web/action'
import { confirmMember, requestAddress } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const firstInput = connectAccountInput.extend({ stepUp: stepUpInput })

export const connectFirstAction = userAction(
  'connection.connect_first',
  firstInput,
  async (user, { stepUp, ...input }) => {
    const teamId = managedTeam(user)
    // Further accounts are connected from the settings of an existing one.
    if (teamId === null || user.accounts.length > 0) throw new Refusal('forbidden')
    await confirmMember({ user, claim: user.claim }, stepUp)
    const actor = { teamId, userId: user.id, address: await requestAddress() }
    return connectFirstAccount(webDashboard(), actor, input)
  },
)
