import type { TeamPage } from '@/lib/dashboard/schema/members'
import { can } from '@/lib/dashboard/schema/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import { listInvitations } from '@/lib/dashboard/team/invitations'
import { listMembers } from '@/lib/dashboard/team/members'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** Returns the team as this member may see it, with invitations only for members who manage it. */
export async function readTeam({ team, role, user }: Member): Promise<TeamPage> {
  const dashboard = webDashboard()
  const [members, invitations] = await Promise.all([
    listMembers(dashboard, { teamId: team.id, userId: user.id, role }),
    can(role, 'team.manage')
      ? listInvitations(dashboard, { teamId: team.id, role, webUrl: dashboard.env.WEB_URL })
      : null,
  ])
  return { members, invitations }
}
