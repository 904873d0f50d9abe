import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Dashboard, type Store } from '@/lib/dashboard/context'
import { queueUserNotice } from '@/lib/dashboard/mail/user-notice'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, isRole, type MemberRole, roles } from '@/lib/dashboard/role-permissions'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { endLinks } from './mailed-link'
import { endSessions } from './sessions'

const userId = z.string().max(ID_TEXT_MAX)
export const changeRoleInput = z.strictObject({ user_id: userId, role: z.enum(roles) })
export const removeMemberInput = z.strictObject({ user_id: userId })

interface MemberRow {
  id: string
  name: string
  email: string
  role: MemberRole
  two_step: boolean
  created_at: Date
  last_seen_at: Date | null
}

export type TeamMember = Awaited<ReturnType<typeof listMembers>>[number]

/** Returns a team's members, oldest first, as a member of `role` may see them. */
export async function listMembers(
  { database }: Pick<Dashboard, 'database'>,
  { teamId, userId: own, role: ownRole }: { teamId: string; userId: string; role: MemberRole },
) {
  const { rows } = await asSystem({ database }).query<MemberRow>(sql`
    SELECT u.id, u.name, u.email, m.role, m.created_at, u.totp_confirmed_at IS NOT NULL AS two_step,
      (SELECT max(s.last_seen_at) FROM dashboard.session s WHERE s.user_id = u.id) AS last_seen_at
    FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
    WHERE m.team_id = ${teamId} ORDER BY m.created_at, u.id`)
  const manages = can(ownRole, 'team.manage')
  return rows.map(({ created_at, last_seen_at, two_step, ...member }) => ({
    ...member,
    since: created_at.toISOString(),
    is_you: member.id === own,
    /** Null for a viewer who does not manage the team, as `two_step` is. */
    last_seen_at: manages ? (last_seen_at?.toISOString() ?? null) : null,
    two_step: manages ? two_step : null,
    /** True if the viewing member may change the role or remove the member. */
    may_change: member.id !== own && mayAssignRole(ownRole, member.role),
  }))
}

/**
 * Ends the keys that the member loses. It runs before the change commits: a process that dies in between ends the keys and
 * leaves the member, who can make others, and never the reverse.
 */
type EndKeys = () => Promise<unknown>

/**
 * Gives a member another role, ends all their sessions, and queues the notices to them and the owners. Throws Refusal
 * `forbidden`, `resource_not_found`, `own_role` for the actor's own role, and `owner_only` if a role other than owner
 * appoints or changes an owner.
 */
export function changeRole(
  { database, now }: Store,
  actor: TeamActor,
  { user_id: id, role }: z.output<typeof changeRoleInput>,
  endKeys: EndKeys,
): Promise<{ ended: number }> {
  return asSystem({ database }).transaction(async (tx) => {
    const own = await lockAsManager(tx, actor)
    const before = own.roles.get(id)
    if (!before) throw new Refusal('resource_not_found')
    if (id === actor.userId) throw new Refusal('own_role')
    if (!mayAssignRole(own.role, before) || !mayAssignRole(own.role, role)) throw new Refusal('owner_only')
    if (before === role) return { ended: 0 }
    await tx.query(sql`
      UPDATE dashboard.membership SET role = ${role}
      WHERE team_id = ${actor.teamId} AND user_id = ${id} AND role = ${before}`)
    const at = now()
    const ended = await endSessions(tx, { userId: id, by: 'role', now: at })
    // A copied invitation would outlive the right to send it.
    if (role !== 'OWNER') await endLinks(tx, at, { teamId: actor.teamId, createdBy: id })
    const change = { id, before, role, ended, to: [id, ...ownersOf(own.roles)], now: at }
    await report(tx, actor, 'team.change_role', change)
    await endKeys()
    return { ended }
  })
}

/**
 * Removes a member from the actor's team, ends their sessions and the invitations that they sent, and queues the notices
 * to them and the owners. A member's own removal is a leave, open to every role; their own sessions continue. Throws
 * Refusal `forbidden`, `resource_not_found`, `owner_only`, and `last_owner` for the last one.
 */
export function removeMember(
  { database, now }: Store,
  actor: TeamActor,
  { user_id: id }: z.output<typeof removeMemberInput>,
  endKeys: EndKeys,
): Promise<{ ended: number }> {
  const isOwn = id === actor.userId
  return asSystem({ database }).transaction(async (tx) => {
    const roles = isOwn ? await lockRoles(tx, actor.teamId) : (await lockAsManager(tx, actor)).roles
    const role = roles.get(id)
    if (!role) throw new Refusal('resource_not_found')
    if (!isOwn && !mayAssignRole(roles.get(actor.userId) ?? 'VIEWER', role)) throw new Refusal('owner_only')
    if (role === 'OWNER' && ownersOf(roles).length === 1) throw new Refusal('last_owner')
    const removal = sql`DELETE FROM dashboard.membership WHERE team_id = ${actor.teamId} AND user_id = ${id}`
    await tx.query({ ...removal, name: 'remove-member' })
    const at = now()
    const ended = isOwn ? 0 : await endSessions(tx, { userId: id, by: 'removed', now: at })
    await endLinks(tx, at, { teamId: actor.teamId, createdBy: id })
    const change = { id, before: role, ended, to: [id, ...ownersOf(roles)], now: at }
    await report(tx, actor, isOwn ? 'team.leave' : 'team.remove_member', change)
    await endKeys()
    return { ended }
  })
}

function ownersOf(roles: ReadonlyMap<string, MemberRole>): string[] {
  return [...roles].flatMap(([user, role]) => (role === 'OWNER' ? [user] : []))
}

interface MemberChange {
  id: string
  before: MemberRole
  role?: MemberRole
  ended: number
  to: readonly string[]
  now: Date
}

/** Records a change of a member with name and e-mail, which the activity keeps, and notifies `to`, unless a member left. */
async function report(
  tx: Queryable,
  actor: TeamActor,
  action: 'team.change_role' | 'team.remove_member' | 'team.leave',
  { id, before, role, ended, to, now }: MemberChange,
): Promise<void> {
  const { rows } = await tx.query<{ name: string; email: string }>(sql`
    SELECT name, email FROM dashboard."user" WHERE id = ${id}`)
  const [details = { name: '', email: '' }] = rows
  const after = { ...(role ? { role } : {}), ended }
  await recordTeamAudit(tx, { ...actor, action, objectId: id, before: { role: before }, after, details, now })
  if (action === 'team.leave') return
  const { teamId, address, userId: by } = actor
  const facts = { kind: action, member: details.email, roleBefore: before, role, address }
  await queueUserNotice(tx, { to, facts, teamId, by, now })
}

/** Member who changes the team, and the IP address of the request. */
export interface TeamActor {
  teamId: string
  userId: string
  address: string
}

/** Locks a team's memberships until the end of the transaction. @returns the current roles by user */
async function lockRoles(tx: Queryable, teamId: string): Promise<ReadonlyMap<string, MemberRole>> {
  const { rows } = await tx.query<{ user_id: string; role: string }>(sql`
    SELECT user_id, role FROM dashboard.membership WHERE team_id = ${teamId} ORDER BY user_id FOR UPDATE`)
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
