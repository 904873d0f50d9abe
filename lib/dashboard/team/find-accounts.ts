import { asSystem, type Dashboard, type Store } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { isStorable } from '@/lib/domain/text'
import { sql } from '@/lib/platform/sql'
import type { Member } from './find-member'
import { activeSession, type SessionClaim } from './sessions'

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

type Row = Pick<SignedInUser, 'name' | 'email' | 'emailVerified' | 'hasTwoStep' | 'inReview'> & {
  team_id: string | null
  role: MemberRole | null
  slug: string | null
  connection_id: string | null
}

/**
 * Returns a session's user with their teams and accounts; both are empty after the removal from the only team. Throws
 * Refusal `signed_out` for a session that ended.
 */
export async function findAccounts({ database, now }: Store, claim: SessionClaim): Promise<SignedInUser> {
  const { rows } = await asSystem({ database }).query<Row>(sql`
    WITH ${activeSession(claim, now())}
    SELECT u.name, u.email, u.email_verified_at IS NOT NULL AS "emailVerified", u.review_since IS NOT NULL AS "inReview",
      u.totp_confirmed_at IS NOT NULL AS "hasTwoStep", m.team_id, m.role, c.slug, c.id AS connection_id
    FROM active_session h JOIN dashboard."user" u ON u.id = h.user_id
    LEFT JOIN dashboard.membership m ON m.user_id = u.id
    LEFT JOIN dashboard.connection c ON c.team_id = m.team_id
    ORDER BY (c.id = m.last_connection_id) DESC NULLS LAST, m.created_at, c.created_at, c.id`)
  const [first] = rows
  if (!first) throw new Refusal('signed_out')
  const { name, email, emailVerified, hasTwoStep, inReview } = first
  const teams = new Map(
    rows.flatMap(({ team_id, role }) => (team_id && role ? [[team_id, { id: team_id, role }]] : [])),
  )
  return {
    id: claim.userId,
    sessionId: claim.sessionId,
    ...{ name, email, emailVerified, hasTwoStep, inReview },
    claim,
    teams: [...teams.values()],
    accounts: rows.flatMap(({ slug, connection_id: connectionId }) =>
      slug && connectionId ? [{ slug, connectionId }] : [],
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
  await asSystem({ database }).query(sql`
    UPDATE dashboard.membership SET last_connection_id = ${ctx.connectionId}
    WHERE team_id = ${team.id} AND user_id = ${user.id}`)
}

const inTable = (table: string) => `SELECT FROM dashboard.${table} WHERE connection_id = $1 AND id = $2`

/** Parts of bare URLs that belong to one account, each with the query that finds it: the account's id at the host, as mails have it, or an object's. */
const owned: readonly (readonly [path: RegExp, find: string])[] = [
  [/^[^#]*[?&]account=([^&#]+)/, `SELECT FROM dashboard.connection WHERE id = $1 AND account->>'id' = $2`],
  [/^\/links\/import\/([^/?#]+)/, inTable('link_batch')],
  [/^\/links\/([^/?#]+)/, inTable('mirror_link')],
  [/^\/payments\/([^/?#]+)/, inTable('mirror_payment')],
  [/^\/customers\/([^/?#]+)/, inTable('mirror_customer')],
  [/^\/balance\/settlements\/([^/?#]+)/, inTable('mirror_settlement')],
]

/**
 * Returns the slug of the account that a bare URL belongs to: the account that it names, otherwise the one that has its
 * object, otherwise the one used last; null if there is none.
 */
export async function locateAccount(
  { database }: Pick<Dashboard, 'database'>,
  accounts: SignedInUser['accounts'],
  path: string,
): Promise<string | null> {
  const [part, text] = owned.find(([part]) => part.test(path)) ?? []
  const id = decoded(part?.exec(path)?.[1] ?? '')
  if (text && accounts.length > 1 && isStorable(id))
    for (const { slug, connectionId } of accounts) {
      const db = database.as('checkout_dashboard', connectionId)
      if ((await db.query({ text, values: [connectionId, id] })).count > 0) return slug
    }
  return accounts[0]?.slug ?? null
}

/** Returns the text of an escaped part of a URL; an invalid one unchanged, which no object has as its id. */
function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
