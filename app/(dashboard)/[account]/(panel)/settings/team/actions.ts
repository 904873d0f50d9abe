'use server'

import type { z } from 'zod'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
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
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { requestAddress } from '@/lib/dashboard/web/request-address'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/open-mailer'
import { endMemberKeys } from '@/lib/service/panel/keys'
import { webPanel } from '@/lib/service/panel/web-panel'

const invite = confirmedAction('team.manage', inviteInput, async (_, input, member) =>
  inviteMember(webDashboard(), await actorOf(member), input, deployment()),
)

const resend = action('team.manage', invitationInput, async (_, input, member) =>
  resendInvitation(webDashboard(), await actorOf(member), input, deployment()),
)

const revoke = action('team.manage', invitationInput, async (_, input, member) =>
  revokeInvitation(webDashboard(), await actorOf(member), input),
)

const change = confirmedAction('team.manage', changeRoleInput, async (_, input, member) => {
  const changed = await changeRole(webDashboard(), await actorOf(member), input)
  const keep = keyScopeOf(input.role)
  await endMemberKeys(webPanel(), { teamId: member.team.id, memberId: input.user_id, keep })
  return changed
})

// Every member may leave; the verb refuses the removal of others.
const remove = confirmedAction('team.read', removeMemberInput, async (_, input, member) => {
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

export async function inviteMemberAction(
  account: string,
  input: z.input<typeof inviteInput>,
  stepUp: StepUp,
) {
  return invite(account, input, stepUp)
}

export async function resendInvitationAction(account: string, input: z.input<typeof invitationInput>) {
  return resend(account, input)
}

export async function revokeInvitationAction(account: string, input: z.input<typeof invitationInput>) {
  return revoke(account, input)
}

export async function changeRoleAction(
  account: string,
  input: z.input<typeof changeRoleInput>,
  stepUp: StepUp,
) {
  return change(account, input, stepUp)
}

export async function removeMemberAction(
  account: string,
  input: z.input<typeof removeMemberInput>,
  stepUp: StepUp,
) {
  return remove(account, input, stepUp)
}
