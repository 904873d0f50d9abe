import { newId } from '@/lib/contract/ids'
import { storableJson } from '@/lib/dashboard/client/bounded-json'
import { isNotified, type NoticeKind, queueUserNotice } from '@/lib/dashboard/mail/user-notice'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import type { AuditOutcome } from './shape'

/** Longest stored User-Agent; it is shown in a list, and no browser sends a longer one. */
export const USER_AGENT_MAX = 300

interface AuditFacts {
  action: string
  objectId?: string | null
  outcome?: Extract<AuditOutcome, 'done' | 'failed'>
  /** Values before and after the action, by field; never a secret. */
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  /** Facts for people; never a secret or a card number. */
  details?: Readonly<Record<string, unknown>>
  /** IP address of the request; null for the worker and for operators. */
  address: string | null
  userAgent?: string | null
  now: Date
}

/** One finished action in a team, of a member or without a session (`userId` null). */
export interface TeamAction extends AuditFacts {
  teamId: string
  connectionId?: string | null
  userId: string | null
}

/** One finished action of a user that concerns all their teams. */
export interface UserAction extends AuditFacts {
  userId: string
  sessionId?: string
}

/** Records a finished action in the activity of a team, in the transaction of the change. */
export async function recordTeamAudit(tx: Queryable, act: TeamAction): Promise<void> {
  await tx.query(sql`
    INSERT INTO dashboard.audit_entry (${entryColumns}, team_id, connection_id)
    VALUES (${entryOf(act)}, ${act.teamId}, ${act.connectionId ?? null})`)
}

/**
 * Records a finished action of a user, such as a sign-in or a new password, in the activity of each of their teams, and
 * queues the notice of the user if the action has one. `tx` belongs to the system role, because no connection can see another team.
 */
export async function recordUserAudit(tx: Queryable, act: UserAction): Promise<void> {
  await tx.query(sql`
    INSERT INTO dashboard.audit_entry (${entryColumns}, team_id)
    SELECT ${entryOf(act)}, team_id FROM dashboard.membership WHERE user_id = ${act.userId}`)
  const { action, userId, address, sessionId, now } = act
  if (isNotified(action))
    await queueUserNotice(tx, { to: [userId], facts: { kind: action, address }, sessionId, now })
}

const entryColumns = raw('id, user_id, action, object_id, outcome, details, address, created_at, finished_at')

function entryOf(act: AuditFacts & { userId: string | null }) {
  const { before, after, userAgent } = act
  const details = {
    ...act.details,
    ...(before && { before }),
    ...(after && { after }),
    ...(userAgent && { user_agent: userAgent.slice(0, USER_AGENT_MAX) }),
  }
  const { action, objectId = null, outcome = 'done', address, now } = act
  const stored = JSON.stringify(storableJson(details))
  return sql`${newId('aud', now)}, ${act.userId}, ${action}, ${objectId}, ${outcome}, ${stored}, ${address}, ${now}, ${now}`
}

/**
 * Records an operator's change of a user's sign-in in the activity of each of the user's teams, without a member, and
 * queues the notice of the user.
 */
export async function recordOperatorAction(
  tx: Queryable,
  { userId, action, now }: { userId: string; action: NoticeKind; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ team_id: string; email: string }>(sql`
    SELECT m.team_id, u.email FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
    WHERE u.id = ${userId}`)
  for (const { team_id: teamId, email } of rows) {
    const act = { action, objectId: userId, details: { by: 'operator', email } }
    await recordTeamAudit(tx, { ...act, teamId, userId: null, address: null, now })
  }
  await queueUserNotice(tx, { to: [userId], facts: { kind: action, byOperator: true }, now })
}
