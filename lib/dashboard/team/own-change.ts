import { recordUserAudit, type UserAction } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Queryable } from '@/lib/platform/database'
import type { Member } from './find-member'

/** Member who changes their own sign-in, and the IP address of the request. */
export type OwnActor = Pick<Member, 'user' | 'claim'> & { address: string }

type Act = Pick<UserAction, 'action' | 'objectId' | 'before' | 'after'>

/**
 * Runs a change of the user's own sign-in in one transaction, one at a time for each user. Throws Refusal `signed_out` if
 * another change has ended the session in the meantime: an earlier password confirmation no longer counts. `audit` records
 * an action of the session, on the user if no other object is named.
 */
export async function ownChange<Done>(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  { claim: { userId, sessionId }, address }: Pick<OwnActor, 'claim' | 'address'>,
  change: (tx: Queryable, at: Date, audit: (act: Act) => Promise<void>) => Promise<Done>,
): Promise<Done> {
  const at = now()
  return database.as('checkout_dashboard_system').transaction(async (tx) => {
    await tx.query({
      name: 'lock-user',
      text: 'SELECT FROM dashboard."user" WHERE id = $1 FOR UPDATE',
      values: [userId],
    })
    const { count } = await tx.query({
      name: 'still-signed-in',
      text: `SELECT FROM dashboard.session WHERE id = $2 AND user_id = $1 AND ended_at IS NULL AND expires_at > $3`,
      values: [userId, sessionId, at],
    })
    if (count !== 1) throw new Refusal('signed_out')
    return change(tx, at, (act) =>
      recordUserAudit(tx, { userId, sessionId, objectId: userId, address, now: at, ...act }),
    )
  })
}
