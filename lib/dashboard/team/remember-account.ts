import type { Dashboard } from '@/lib/dashboard/context'
import type { Member } from './find-member'

/** Makes a member's account the one that bare addresses lead to from now on. */
export async function rememberAccount(
  { database }: Pick<Dashboard, 'database'>,
  { user, team, ctx }: Pick<Member, 'user' | 'team' | 'ctx'>,
): Promise<void> {
  await database.as('checkout_dashboard_system').query({
    name: 'remember-account',
    text: `UPDATE dashboard.membership SET last_connection_id = $3 WHERE team_id = $1 AND user_id = $2`,
    values: [team.id, user.id, ctx.connectionId],
  })
}
