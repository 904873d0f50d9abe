import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { type OwnActor, ownChange } from './own-change'
import { endSession, endSessions } from './sessions'

type Scope = Pick<Dashboard, 'database' | 'now'>

/** Ends another session of the user; one that has ended already does not change. */
export async function revokeSession(scope: Scope, actor: OwnActor, sessionId: string): Promise<void> {
  const { claim, address } = actor
  await ownChange(scope, actor, async (tx, now) => {
    if (!(await endSession(tx, { userId: claim.userId, sessionId, by: 'revoked', now }))) return
    await recordUserAudit(tx, {
      userId: claim.userId,
      action: 'session.revoke',
      objectId: sessionId,
      address,
      now,
    })
  })
}

/** Ends every session of the user except the acting one. @returns the number of active ones */
export async function revokeOtherSessions(scope: Scope, actor: OwnActor): Promise<{ ended: number }> {
  const { claim, address } = actor
  return ownChange(scope, actor, async (tx, now) => {
    const ended = await endSessions(tx, {
      userId: claim.userId,
      by: 'revoked',
      now,
      keep: claim.sessionId,
    })
    if (ended > 0)
      await recordUserAudit(tx, {
        userId: claim.userId,
        action: 'session.revoke',
        objectId: claim.userId,
        after: { ended },
        address,
        now,
      })
    return { ended }
  })
}
