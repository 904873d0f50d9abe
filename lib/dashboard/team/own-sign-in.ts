import { recordUserAudit, type UserAction } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Store } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { nameBrowser } from '@/lib/domain/name-browser'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import type { Member } from './find-member'
import { endSession, endSessions, type SessionClaim } from './sessions'

/** Member who changes their own sign-in, and the IP address of the request. */
export type OwnActor = Pick<Member, 'user' | 'claim'> & { address: string }

type Act = Pick<UserAction, 'action' | 'objectId' | 'before' | 'after'>

/**
 * Runs a change of the user's own sign-in in one transaction, one at a time for each user. Throws Refusal `signed_out` if
 * another change has ended the session in the meantime: an earlier password confirmation no longer counts. `audit` records
 * an action of the session, on the user if no other object is named.
 */
export async function ownChange<Done>(
  { database, now }: Store,
  { claim: { userId, sessionId }, address }: Pick<OwnActor, 'claim' | 'address'>,
  change: (tx: Queryable, at: Date, audit: (act: Act) => Promise<void>) => Promise<Done>,
): Promise<Done> {
  const at = now()
  return asSystem({ database }).transaction(async (tx) => {
    await tx.query(sql`SELECT FROM dashboard."user" WHERE id = ${userId} FOR UPDATE`)
    const { count } = await tx.query(sql`
      SELECT FROM dashboard.session
      WHERE id = ${sessionId} AND user_id = ${userId} AND ended_at IS NULL AND expires_at > ${at}`)
    if (count !== 1) throw new Refusal('signed_out')
    return change(tx, at, (act) =>
      recordUserAudit(tx, { userId, sessionId, objectId: userId, address, now: at, ...act }),
    )
  })
}

/** Listed sessions; more than one person has, so that the list stays readable during an attack. */
const SHOWN_MAX = 100

/** User's own sign-in, as the security page shows it; instants in ISO 8601. */
export type Security = Awaited<ReturnType<typeof readSecurity>>
export type ListedSession = Security['sessions'][number]
export type ListedPasskey = Security['passkeys'][number]

/** Returns the user's own active sessions, the current one first, the state of two-step sign-in, and the passkeys. */
export async function readSecurity(
  { database, now }: Store,
  { userId, sessionId }: SessionClaim,
  hasMail: boolean,
) {
  const db = asSystem({ database })
  const [sessions, users, passkeys] = await Promise.all([
    db.query<{ id: string; user_agent: string; address: string; created_at: Date; last_seen_at: Date }>(sql`
      SELECT id, user_agent, address, created_at, last_seen_at FROM dashboard.session
      WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${now()}
      ORDER BY (id = ${sessionId}) DESC, last_seen_at DESC, id DESC LIMIT ${SHOWN_MAX}`),
    db.query<{ is_verified: boolean; totp_confirmed_at: Date | null; recovery_codes: number }>(sql`
      SELECT email_verified_at IS NOT NULL AS is_verified, totp_confirmed_at,
        (SELECT count(*)::int FROM dashboard.recovery_code c
          WHERE c.user_id = u.id AND used_at IS NULL) AS recovery_codes
      FROM dashboard."user" u WHERE id = ${userId}`),
    db.query<{ id: string; name: string; created_at: Date; last_used_at: Date | null }>(sql`
      SELECT id, name, created_at, last_used_at FROM dashboard.passkey WHERE user_id = ${userId} ORDER BY created_at, id`),
  ])
  const [user] = users.rows
  if (!user) throw new Refusal('signed_out')
  return {
    sessions: sessions.rows.map((row) => ({
      id: row.id,
      /** True for the session of the request itself. */
      current: row.id === sessionId,
      ...nameBrowser(row.user_agent),
      /** IP address; empty if unknown. */
      address: row.address === 'unknown' ? '' : row.address,
      created_at: row.created_at.toISOString(),
      /** Time of the last request, exact to five minutes. */
      last_seen_at: row.last_seen_at.toISOString(),
    })),
    email_verified: user.is_verified || !hasMail,
    /** Null while two-step sign-in is off. */
    two_step: user.totp_confirmed_at
      ? { since: user.totp_confirmed_at.toISOString(), recovery_codes: user.recovery_codes }
      : null,
    passkeys: passkeys.rows.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  }
}

/** Ends another session of the user; one that has ended already does not change. */
export async function revokeSession(scope: Store, actor: OwnActor, sessionId: string): Promise<void> {
  await ownChange(scope, actor, async (tx, now, audit) => {
    if (await endSession(tx, { userId: actor.claim.userId, sessionId, by: 'revoked', now }))
      await audit({ action: 'session.revoke', objectId: sessionId })
  })
}

/** Ends every session of the user except the acting one. @returns the number of active ones */
export function revokeOtherSessions(scope: Store, actor: OwnActor): Promise<{ ended: number }> {
  const { userId, sessionId: keep } = actor.claim
  return ownChange(scope, actor, async (tx, now, audit) => {
    const ended = await endSessions(tx, { userId, by: 'revoked', now, keep })
    if (ended > 0) await audit({ action: 'session.revoke', after: { ended } })
    return { ended }
  })
}
