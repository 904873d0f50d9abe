import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { isRole, type MemberRole } from './can'

/** Who is signed in, with the connection that they see. */
export interface Member {
  user: { id: string; email: string; name: string }
  team: { id: string; name: string }
  role: MemberRole
  ctx: ConnectionContext
  /** What the session's token said, to ask again whether it still holds. */
  claim: SessionClaim
}

/** What a session's token says. */
export interface SessionClaim {
  userId: string
  sessionVersion: number
}

interface MemberRow {
  id: string
  email: string
  name: string
  role: string
  team_id: string
  team_name: string
  connection_id: string | null
}

/**
 * The member of a session. Throws Refusal `signed_out` when the session was revoked or its user has no team, and
 * `no_connection` when the team has none yet.
 */
export async function findMember(dashboard: Dashboard, claim: SessionClaim): Promise<Member> {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<MemberRow>({
    name: 'find-member',
    text: `SELECT u.id, u.email, u.name, m.role, t.id AS team_id, t.name AS team_name, c.id AS connection_id
      FROM dashboard."user" u
      JOIN dashboard.membership m ON m.user_id = u.id
      JOIN dashboard.team t ON t.id = m.team_id
      LEFT JOIN dashboard.connection c ON c.team_id = t.id
      WHERE u.id = $1 AND u.session_version = $2
      ORDER BY m.created_at, (c.id = m.current_connection_id) DESC NULLS LAST, c.created_at, c.id LIMIT 1`,
    values: [claim.userId, claim.sessionVersion],
  })
  const [row] = rows
  if (!row || !isRole(row.role)) throw new Refusal('signed_out')
  if (row.connection_id === null) throw new Refusal('no_connection')
  return {
    user: { id: row.id, email: row.email, name: row.name },
    team: { id: row.team_id, name: row.team_name },
    role: row.role,
    ctx: await openConnection(dashboard, row.connection_id, { userId: row.id }),
    claim,
  }
}

/** The names of a team's members, by id. */
export async function memberNames(
  { database }: Dashboard,
  teamId: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.as('checkout_dashboard_system').query<{ id: string; name: string }>({
    name: 'member-names',
    text: `SELECT u.id, u.name FROM dashboard."user" u
      JOIN dashboard.membership m ON m.user_id = u.id WHERE m.team_id = $1`,
    values: [teamId],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
