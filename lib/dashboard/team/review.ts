import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Store } from '@/lib/dashboard/context'
import { nameBrowser } from '@/lib/domain/name-browser'
import { raw, sql } from '@/lib/platform/sql'
import type { EndedSession } from './shape'

const SESSIONS_MAX = 20

/** Returns the ids of the teams that a user in review owns, without those of another owner who was verified before. */
export async function reviewedTeams({ database }: Store, userId: string): Promise<string[]> {
  const { rows } = await asSystem({ database }).query<{ team_id: string }>(sql`
    SELECT m.team_id FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
    WHERE m.user_id = ${userId} AND m.role = 'OWNER' AND u.review_since IS NOT NULL AND NOT EXISTS (
      SELECT FROM dashboard.membership o JOIN dashboard."user" other ON other.id = o.user_id
      WHERE o.team_id = m.team_id AND o.role = 'OWNER' AND o.user_id <> m.user_id
        AND other.email_verified_at < u.review_since AND other.review_since IS NULL)
    ORDER BY m.created_at, m.team_id`)
  return rows.map(({ team_id }) => team_id)
}

export interface ReviewedMember {
  id: string
  team_id: string
  name: string
  email: string
  role: string
  created_at: Date
  /** User who sent the invitation, if it is still stored. */
  made_by: string | null
}

/** Returns the members of teams other than the user. */
export async function reviewedMembers({ database }: Store, teamIds: readonly string[], userId: string) {
  const { rows } = await asSystem({ database }).query<ReviewedMember>(sql`
    SELECT u.id, m.team_id, u.name, u.email, m.role, m.created_at, (
        SELECT l.created_by FROM dashboard.mailed_link l
        WHERE l.team_id = m.team_id AND l.email = u.email AND l.used_at IS NOT NULL
        ORDER BY l.used_at DESC LIMIT 1) AS made_by
    FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
    WHERE m.team_id = ANY (${teamIds}) AND m.user_id <> ${userId} ORDER BY m.created_at, u.id`)
  return rows
}

export interface ReviewedConnection {
  id: string
  team_id: string
  name: string
  base_url: string
  api_key_last4: string
  secrets: number
  created_at: Date
  made_by: string | null
}

/** Returns the connections of teams that are not disconnected. */
export async function reviewedConnections({ database }: Store, teamIds: readonly string[]) {
  const { rows } = await asSystem({ database }).query<ReviewedConnection>(sql`
    SELECT c.id, c.team_id, c.account ->> 'name' AS name, c.base_url, c.api_key_last4, c.created_at,
      (SELECT count(*)::int FROM dashboard.connection_secret s WHERE s.connection_id = c.id) AS secrets,
      (SELECT e.user_id FROM dashboard.audit_entry e
        WHERE e.team_id = c.team_id AND e.object_id = c.id AND e.action = 'connection.connect'
        ORDER BY e.created_at LIMIT 1) AS made_by
    FROM dashboard.connection c WHERE c.team_id = ANY (${teamIds}) AND c.disconnected_at IS NULL
    ORDER BY c.created_at, c.id`)
  return rows
}

/** Returns the sessions that ended with the verification, the one used last first. */
export async function endedSessions({ database }: Store, userId: string): Promise<EndedSession[]> {
  const { rows } = await asSystem({ database }).query<{
    id: string
    user_agent: string
    address: string
    created_at: Date
  }>(sql`
      SELECT s.id, s.user_agent, s.address, s.created_at FROM dashboard.session s
      JOIN dashboard."user" u ON u.id = s.user_id AND u.review_since = s.ended_at
      WHERE s.user_id = ${userId} ORDER BY s.last_seen_at DESC, s.id DESC LIMIT ${raw(SESSIONS_MAX)}`)
  return rows.map(({ id, user_agent, address, created_at }) => ({
    id,
    ...nameBrowser(user_agent),
    address: address === 'unknown' ? '' : address,
    at: created_at.toISOString(),
  }))
}

export async function userNames(
  { database }: Store,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const { rows } = await asSystem({ database }).query<{ id: string; name: string }>(sql`
    SELECT id, name FROM dashboard."user" WHERE id = ANY (${ids})`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Finishes the review of a user and records what was kept. Returns false if it is finished already. */
export async function endReview(
  { database, now }: Store,
  { userId, address, kept }: { userId: string; address: string; kept: readonly string[] },
): Promise<boolean> {
  return asSystem({ database }).transaction(async (tx) => {
    const { count } = await tx.query(sql`
      UPDATE dashboard."user" SET review_since = NULL WHERE id = ${userId} AND review_since IS NOT NULL`)
    if (count === 0) return false
    const act = { action: 'user.review', objectId: userId, after: { kept } }
    await recordUserAudit(tx, { userId, address, now: now(), ...act })
    return true
  })
}
