import { Refusal } from '@/lib/dashboard/refusal'
import { can, isRole } from '@/lib/dashboard/schema/role-permissions'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import type { Queryable } from '@/lib/platform/database'

/** Member who changes the team, and the IP address of the request. */
export interface TeamActor {
  teamId: string
  userId: string
  address: string
}

/** Locks a team's memberships until the end of the transaction. @returns the current roles by user */
export async function lockRoles(tx: Queryable, teamId: string): Promise<ReadonlyMap<string, MemberRole>> {
  const { rows } = await tx.query<{ user_id: string; role: string }>({
    name: 'lock-roles',
    text: 'SELECT user_id, role FROM dashboard.membership WHERE team_id = $1 ORDER BY user_id FOR UPDATE',
    values: [teamId],
  })
  return new Map(rows.flatMap(({ user_id, role }) => (isRole(role) ? [[user_id, role] as const] : [])))
}

/** Locks the roles of the actor's team. Throws Refusal `forbidden` if the actor does not, or no longer, manage it. */
export async function lockAsManager(tx: Queryable, { teamId, userId }: TeamActor) {
  const roles = await lockRoles(tx, teamId)
  const role = roles.get(userId)
  if (!role || !can(role, 'team.manage')) throw new Refusal('forbidden')
  return { role, roles }
}

/** Returns whether a manager may give or take a role: only owners change owners. */
export function mayAssignRole(actor: MemberRole, role: MemberRole): boolean {
  return can(actor, 'team.manage') && (role !== 'OWNER' || actor === 'OWNER')
}
