import { isAccountSlug } from '@/lib/dashboard/account-address'
import { auditPeople } from '@/lib/dashboard/audit/list-audit'
import { asSystem, type ConnectionContext, type Dashboard, type Store } from '@/lib/dashboard/context'
import { openConnection } from '@/lib/dashboard/open-connection'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, isRole, type MemberRole } from '@/lib/dashboard/role-permissions'
import { sql } from '@/lib/platform/sql'
import { activeSession, type SessionClaim } from './sessions'

/** The signed-in user as a member of the account in the URL. */
export interface Member {
  user: { id: string; email: string; name: string; emailVerified: boolean }
  team: { id: string; name: string }
  role: MemberRole
  /** True if bare URLs already redirect to it. */
  isLastAccount: boolean
  ctx: ConnectionContext
  claim: SessionClaim
  hasTwoStep: boolean
  hasPasskey: boolean
  /** Stored language of the user; null is that of the browser. */
  language: string | null
}

type MemberRow = Member['user'] &
  Pick<Member, 'isLastAccount' | 'hasTwoStep' | 'hasPasskey' | 'language'> & {
    role: string | null
    teamId: string
    teamName: string
    connectionId: string
    inReview: boolean
  }

/**
 * Returns the member of a session in one of their accounts, identified by its slug; `address` is the IP address of the
 * request. Throws Refusal `signed_out` if the session ended, `review_pending` until the user has finished the review of a
 * sign-up, and `account_not_found` for a slug of another team as for an unknown one.
 */
export async function findMember(
  dashboard: Dashboard,
  claim: SessionClaim,
  account: string,
  address: string | null = null,
): Promise<Member> {
  const { id, email, name, emailVerified, teamId, teamName, role, connectionId, ...row } = await memberRow(
    dashboard,
    claim,
    account,
  )
  const { isLastAccount, hasTwoStep, hasPasskey, language } = row
  const ctx = await openConnection(dashboard, connectionId, { userId: id, address })
  return {
    user: { id, email, name, emailVerified },
    team: { id: teamId, name: teamName },
    ...{ role, isLastAccount, hasTwoStep, hasPasskey, language, claim },
    ctx: { ...ctx, seesContacts: can(role, 'contacts.read') },
  }
}

/** Returns the connection of a session's account, by one query. Throws as `findMember` does. */
export async function memberConnection(dashboard: Store, claim: SessionClaim, account: string) {
  return (await memberRow(dashboard, claim, account)).connectionId
}

async function memberRow(dashboard: Store, claim: SessionClaim, account: string) {
  const { rows } = await asSystem(dashboard).query<MemberRow>(sql`
    WITH ${activeSession(claim, dashboard.now())}
    SELECT u.id, u.email, u.name, u.language, u.email_verified_at IS NOT NULL AS "emailVerified",
      u.totp_confirmed_at IS NOT NULL AS "hasTwoStep", u.review_since IS NOT NULL AS "inReview",
      EXISTS (SELECT FROM dashboard.passkey WHERE user_id = u.id) AS "hasPasskey", m.role, t.id AS "teamId",
      t.name AS "teamName", c.id AS "connectionId", m.last_connection_id IS NOT DISTINCT FROM c.id AS "isLastAccount"
    FROM active_session h JOIN dashboard."user" u ON u.id = h.user_id
    LEFT JOIN dashboard.connection c ON c.slug = ${isAccountSlug(account) ? account : ''}
    LEFT JOIN dashboard.membership m ON m.user_id = u.id AND m.team_id = c.team_id
    LEFT JOIN dashboard.team t ON t.id = m.team_id`)
  const [row] = rows
  if (!row) throw new Refusal('signed_out')
  if (row.inReview) throw new Refusal('review_pending')
  const { role } = row
  if (role === null || !isRole(role)) throw new Refusal('account_not_found')
  return { ...row, role }
}

/** Returns the names of a team's members, and of former members with actions in it, by id. */
export async function memberNames(dashboard: Pick<Dashboard, 'database'>, teamId: string) {
  const people = await auditPeople(dashboard, teamId)
  return new Map([...people].map(([id, { name }]) => [id, name]))
}
