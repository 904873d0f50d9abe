import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { isNotified, queueUserNotice } from '@/lib/dashboard/mail/user-notice'
import type { Queryable } from '@/lib/platform/database'

/**
 * Records an operator's change of a user's sign-in in the activity of each of the user's teams, without a member, and
 * queues the notice of the user.
 */
export async function recordOperatorAction(
  tx: Queryable,
  { userId, action, now }: { userId: string; action: string; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ team_id: string; email: string }>({
    text: `SELECT m.team_id, u.email FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id WHERE u.id = $1`,
    values: [userId],
  })
  for (const { team_id: teamId, email } of rows)
    await recordTeamAudit(tx, {
      teamId,
      userId: null,
      action,
      objectId: userId,
      details: { by: 'operator', email },
      address: null,
      now,
    })
  if (isNotified(action))
    await queueUserNotice(tx, { to: [userId], facts: { kind: action, byOperator: true }, now })
}
