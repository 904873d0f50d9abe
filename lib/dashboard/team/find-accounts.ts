import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { can, isRole } from '@/lib/dashboard/schema/role-permissions'
import type { Member } from './find-member'
import { ACTIVE_SESSION, type SessionClaim } from './sessions'

export interface SignedInUser {
  id: string
  sessionId: string
  name: string
  email: string
  emailVerified: boolean
  hasTwoStep: boolean
  claim: SessionClaim
  /** True until the user has decided what to keep of a sign-up that another person may have made. */
  inReview: boolean
  teams: readonly { id: string; role: MemberRole }[]
  /** Accounts of all teams, the one used last first. */
  accounts: readonly { slug: string; connectionId: string }[]
}

interface Row {
  name: string
  email: string
  email_verified: boolean
  has_two_step: boolean
  in_review: boolean
  team_id: string | null
  role: string | null
  slug: string | null
  connection_id: string | null
}

/**
 * Returns a session's user with their teams and accounts; both are empty after the removal from the only team. Throws
 * Refusal `signed_out` for a session that ended.
 */
export async function findAccounts(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  claim: SessionClaim,
): Promise<SignedInUser> {
  const { rows } = await database.as('checkout_dashboard_system').query<Row>({
    name: 'find-accounts',
    text: `WITH ${ACTIVE_SESSION}
      SELECT u.name, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.review_since IS NOT NULL AS in_review,
        u.totp_confirmed_at IS NOT NULL AS has_two_step, m.team_id, m.role, c.slug, c.id AS connection_id
      FROM active_session h JOIN dashboard."user" u ON u.id = h.user_id
      LEFT JOIN dashboard.membership m ON m.user_id = u.id
      LEFT JOIN dashboard.connection c ON c.team_id = m.team_id
      ORDER BY (c.id = m.last_connection_id) DESC NULLS LAST, m.created_at, c.created_at, c.id`,
    values: [claim.userId, claim.sessionId, now()],
  })
  const [first] = rows
  if (!first) throw new Refusal('signed_out')
  const teams = new Map(
    rows.flatMap(({ team_id, role }) =>
      team_id !== null && role !== null && isRole(role) ? [[team_id, role] as const] : [],
    ),
  )
  return {
    id: claim.userId,
    sessionId: claim.sessionId,
    name: first.name,
    email: first.email,
    emailVerified: first.email_verified,
    hasTwoStep: first.has_two_step,
    claim,
    inReview: first.in_review,
    teams: [...teams].map(([id, role]) => ({ id, role })),
    accounts: rows.flatMap(({ slug, connection_id }) =>
      slug === null || connection_id === null ? [] : [{ slug, connectionId: connection_id }],
    ),
  }
}

/** Returns the id of the first team in which a user may connect accounts; null if there is none. */
export function managedTeam({ teams }: Pick<SignedInUser, 'teams'>): string | null {
  return teams.find(({ role }) => can(role, 'connection.manage'))?.id ?? null
}

/** Returns whether a user without an account may open one: for a team that they manage, or as the owner of a new team. */
export function mayOpenAccount(
  user: Pick<SignedInUser, 'teams' | 'accounts' | 'emailVerified'>,
  hasMail: boolean,
): boolean {
  if (user.accounts.length > 0) return false
  if (user.teams.length > 0) return managedTeam(user) !== null
  // A sign-up begins with a mail, too, if the deployment sends any.
  return user.emailVerified || !hasMail
}

/** Stores a member's account as the one that bare URLs lead to. */
export async function rememberAccount(
  { database }: Pick<Dashboard, 'database'>,
  { user, team, ctx }: Pick<Member, 'user' | 'team' | 'ctx'>,
): Promise<void> {
  await database.as('checkout_dashboard_system').query({
    name: 'remember-account',
    text: `UPDATE dashboard.membership SET last_connection_id = $3 WHERE team_id = $1 AND user_id = $2`,
    values: [team.id, user.id, ctx.connectionId],
  })
}
