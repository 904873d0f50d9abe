'use server'

import type { z } from 'zod'
import type { KeyScope } from '@/lib/contract/key-scopes'
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
  const endKeys = endKeysOf(member, input, keyScopeOf(input.role))
  const changed = await changeRole(webDashboard(), await actorOf(member), input, endKeys)
  await endKeys()
  return changed
})

// Every member may leave; the verb refuses the removal of others.
const remove = confirmedAction('team.read', removeMemberInput, async (_, input, member) => {
  const endKeys = endKeysOf(member, input)
  const removed = await removeMember(webDashboard(), await actorOf(member), input, endKeys)
  await endKeys()
  return removed
})

/** Returns a function that ends the member's keys; its second call ends those that were made during the change. */
function endKeysOf({ team }: Member, { user_id: memberId }: { user_id: string }, keep?: KeyScope) {
  return () => endMemberKeys(webPanel(), { teamId: team.id, memberId, keep })
}

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
