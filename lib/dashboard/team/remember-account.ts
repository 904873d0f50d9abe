import type { Dashboard } from '@/lib/dashboard/context'
import type { Member } from './find-member'

/** Stores a member's account as the one that bare URLs lead to. */
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
