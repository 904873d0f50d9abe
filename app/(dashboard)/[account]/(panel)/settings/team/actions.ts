'use server'

import type { KeyScope } from '@/lib/contract/key-scopes'
import { keyScopeOf } from '@/lib/dashboard/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import {
  invitationInput,
  inviteInput,
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from '@/lib/dashboard/team/invitations'
import {
  changeRole,
  changeRoleInput,
  removeMember,
  removeMemberInput,
  type TeamActor,
} from '@/lib/dashboard/team/members'
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'
import { endMemberKeys } from '@/lib/service/panel/keys'
import { webPanel } from '@/lib/service/panel/panel'

export const inviteMemberAction = confirmedAction('team.manage', inviteInput, async (_, input, member) =>
  inviteMember(webDashboard(), await actorOf(member), input, deployment()),
)

export const resendInvitationAction = action('team.manage', invitationInput, async (_, input, member) =>
  resendInvitation(webDashboard(), await actorOf(member), input, deployment()),
)

export const revokeInvitationAction = action('team.manage', invitationInput, async (_, input, member) =>
  revokeInvitation(webDashboard(), await actorOf(member), input),
)

export const changeRoleAction = confirmedAction('team.manage', changeRoleInput, async (_, input, member) => {
  const endKeys = endKeysOf(member, input, keyScopeOf(input.role))
  const changed = await changeRole(webDashboard(), await actorOf(member), input, endKeys)
  await endKeys()
  return changed
})

// Every member may leave; the verb refuses the removal of others.
export const removeMemberAction = confirmedAction(
  'team.read',
  removeMemberInput,
  async (_, input, member) => {
    const endKeys = endKeysOf(member, input)
    const removed = await removeMember(webDashboard(), await actorOf(member), input, endKeys)
    await endKeys()
    return removed
  },
)

/** Returns a function that ends the member's keys; its second call ends those that were made during the change. */
function endKeysOf({ team }: Member, { user_id: memberId }: { user_id: string }, keep?: KeyScope) {
  return () => endMemberKeys(webPanel(), { teamId: team.id, memberId, keep })
}

async function actorOf({ team, user }: Member): Promise<TeamActor> {
  return { teamId: team.id, userId: user.id, address: await requestAddress() }
}

function deployment() {
  const { env } = webDashboard()
  return { byMail: hasMail(env), showsMail: showsMail(env), webUrl: env.WEB_URL }
}
