'use server'

import { z } from 'zod'
import type { Member } from '@/lib/dashboard/team/find-member'
import {
  invitationInput,
  inviteInput,
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from '@/lib/dashboard/team/invitations'
import type { TeamActor } from '@/lib/dashboard/team/lock-roles'
import { changeRole, changeRoleInput, removeMember, removeMemberInput } from '@/lib/dashboard/team/members'
import { keyScopeOf } from '@/lib/dashboard/team/role-permissions'
import { action } from '@/lib/dashboard/web/action'
import { confirmMember } from '@/lib/dashboard/web/confirm-member'
import { requestAddress } from '@/lib/dashboard/web/request-address'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/open-mailer'
import { endMemberKeys } from '@/lib/service/panel/keys'
import { webPanel } from '@/lib/service/panel/web-panel'

const password = z.string().max(500)
const invitePassword = inviteInput.extend({ password })
const changePassword = changeRoleInput.extend({ password })
const removePassword = removeMemberInput.extend({ password })

const invite = action('team.manage', invitePassword, async (_, { password: typed, ...input }, member) => {
  await confirmMember(member, typed)
  return inviteMember(webDashboard(), await actorOf(member), input, deployment())
})

const resend = action('team.manage', invitationInput, async (_, input, member) =>
  resendInvitation(webDashboard(), await actorOf(member), input, deployment()),
)

const revoke = action('team.manage', invitationInput, async (_, input, member) =>
  revokeInvitation(webDashboard(), await actorOf(member), input),
)

const change = action('team.manage', changePassword, async (_, { password: typed, ...input }, member) => {
  await confirmMember(member, typed)
  const changed = await changeRole(webDashboard(), await actorOf(member), input)
  const keep = keyScopeOf(input.role)
  await endMemberKeys(webPanel(), { teamId: member.team.id, memberId: input.user_id, keep })
  return changed
})

// Every member may leave; the verb refuses the removal of others.
const remove = action('team.read', removePassword, async (_, { password: typed, ...input }, member) => {
  await confirmMember(member, typed)
  const removed = await removeMember(webDashboard(), await actorOf(member), input)
  await endMemberKeys(webPanel(), { teamId: member.team.id, memberId: input.user_id })
  return removed
})

async function actorOf({ team, user }: Member): Promise<TeamActor> {
  return { teamId: team.id, userId: user.id, address: await requestAddress() }
}

function deployment() {
  const { env } = webDashboard()
  return { byMail: hasMail(env), webUrl: env.WEB_URL }
}

export async function inviteMemberAction(account: string, input: z.input<typeof invitePassword>) {
  return invite(account, input)
}

export async function resendInvitationAction(account: string, input: z.input<typeof invitationInput>) {
  return resend(account, input)
}

export async function revokeInvitationAction(account: string, input: z.input<typeof invitationInput>) {
  return revoke(account, input)
}

export async function changeRoleAction(account: string, input: z.input<typeof changePassword>) {
  return change(account, input)
}

export async function removeMemberAction(account: string, input: z.input<typeof removePassword>) {
  return remove(account, input)
}
