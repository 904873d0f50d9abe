import { newId } from '@/lib/contract/ids'
import { recordUserAudit, USER_AGENT_MAX } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Store } from '@/lib/dashboard/context'
import { queueUserNotice } from '@/lib/dashboard/mail/user-notice'
import { Refusal } from '@/lib/dashboard/refusal'
import { SESSIONS_PER_USER } from '@/lib/dashboard/team-limits'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'

const SESSION_DAYS = 30
export const SESSION_MAX_AGE_S = SESSION_DAYS * 24 * 60 * 60

/** Content of a session's token. */
export interface SessionClaim {
  userId: string
  sessionId: string
}

/** Reasons for which a session ends before its time. */
export type SessionEnd = 'sign_out' | 'revoked' | 'password' | 'two_step' | 'role' | 'removed'

/**
 * Returns the SQL of the row of an active session. The time of the last request is updated at most once in five minutes,
 * so that not every request writes.
 */
export function activeSession({ userId, sessionId }: SessionClaim, now: Date) {
  return sql`active_session AS (
      SELECT id, user_id FROM dashboard.session
      WHERE id = ${sessionId} AND user_id = ${userId} AND ended_at IS NULL AND expires_at > ${now}
    ), seen AS (
      UPDATE dashboard.session SET last_seen_at = ${now} WHERE id = ${sessionId} AND user_id = ${userId}
        AND ended_at IS NULL AND last_seen_at < ${now}::timestamptz - interval '5 minutes'
    )`
}

/** State of a user on which a sign-in decision was based. */
export interface CheckedCredentials {
  passwordHash: string
  hasTwoStep: boolean
  /** Used passkey; undefined at a sign-in with the password. */
  passkeyId?: string
}

/**
 * Starts a session of an authenticated user, and records the sign-in in the activity of their teams. A user with too many
 * sessions loses the one that was used least recently, and one with earlier sessions gets a notice of a new browser. Throws Refusal
 * `signed_out` if password, two-step sign-in or passkey have changed since they were checked: such a change ends the sessions that
 * it finds.
 * @returns the session, and the language that its user has stored
 */
export async function startSession(
  { database, now }: Store,
  {
    userId,
    address,
    userAgent,
    checked = null,
    isNewBrowser = false,
  }: {
    userId: string
    address: string
    userAgent: string
    checked?: CheckedCredentials | null
    isNewBrowser?: boolean
  },
): Promise<SessionClaim & { language: string | null }> {
  const at = now()
  const sessionId = newId('ses', at)
  const expiresAt = new Date(at.getTime() + SESSION_MAX_AGE_S * 1_000)
  const browser = userAgent.replaceAll('\0', '').slice(0, USER_AGENT_MAX)
  const language = await asSystem({ database }).transaction(async (tx) => {
    if (checked) {
      const { count } = await tx.query(sql`
        SELECT FROM dashboard."user"
        WHERE id = ${userId} AND password_hash = ${checked.passwordHash}
          AND (totp_confirmed_at IS NOT NULL) = ${checked.hasTwoStep} FOR SHARE`)
      if (count !== 1) throw new Refusal('signed_out')
      // Read after the user is locked, so that a removal before this statement is seen.
      const { passkeyId } = checked
      const used = passkeyId && (await tx.query(sql`SELECT FROM dashboard.passkey WHERE id = ${passkeyId}`))
      if (used && used.count !== 1) throw new Refusal('signed_out')
    }
    // The last session stays until the next one, so a user without any has never signed in.
    const { rows } = await tx.query<{ is_first: boolean; language: string | null }>(sql`
      WITH over AS (DELETE FROM dashboard.session WHERE user_id = ${userId} AND expires_at < ${at})
      INSERT INTO dashboard.session (id, user_id, created_at, last_seen_at, expires_at, address, user_agent)
      VALUES (${sessionId}, ${userId}, ${at}, ${at}, ${expiresAt}, ${address}, ${browser})
      RETURNING NOT EXISTS (SELECT FROM dashboard.session WHERE user_id = ${userId}) AS is_first,
        (SELECT language FROM dashboard."user" WHERE id = ${userId}) AS language`)
    await tx.query(sql`
      UPDATE dashboard.session SET ended_at = ${at}, ended_by = 'revoked' WHERE id IN (
        SELECT id FROM dashboard.session WHERE user_id = ${userId} AND ended_at IS NULL AND id <> ${sessionId}
        ORDER BY last_seen_at DESC, id DESC OFFSET ${raw(SESSIONS_PER_USER - 1)})`)
    const act = { action: 'session.sign_in', objectId: sessionId, address, userAgent: browser }
    await recordUserAudit(tx, { userId, ...act, now: at })
    if (isNewBrowser && !rows[0]?.is_first) {
      const facts = { kind: 'session.new_browser', address } as const
      await queueUserNotice(tx, { to: [userId], facts, sessionId, now: at })
    }
    return rows[0]?.language ?? null
  })
  return { userId, sessionId, language }
}

/** Ends one session of a user. @returns whether it was active until now */
export async function endSession(
  db: Queryable,
  { userId, sessionId, by, now }: SessionClaim & { by: SessionEnd; now: Date },
): Promise<boolean> {
  const { count } = await db.query(sql`
    UPDATE dashboard.session SET ended_at = ${now}, ended_by = ${by}
    WHERE id = ${sessionId} AND user_id = ${userId} AND ended_at IS NULL`)
  return count === 1
}

/**
 * Ends every session of a user at once, except `keep`; in the transaction of `db`, if there is one. @returns the number
 * of active ones
 */
export async function endSessions(
  db: Queryable,
  { userId, by, now, keep = null }: { userId: string; by: SessionEnd; now: Date; keep?: string | null },
): Promise<number> {
  const { count } = await db.query(sql`
    UPDATE dashboard.session SET ended_at = ${now}, ended_by = ${by}
    WHERE user_id = ${userId} AND ended_at IS NULL AND id IS DISTINCT FROM ${keep}`)
  return count
}
