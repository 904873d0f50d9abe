import type { Dashboard } from '@/lib/dashboard/context'
import type { AuditPerson } from '@/lib/dashboard/schema/audit'

/** Current and former members of a team, by id. */
export type AuditPeople = ReadonlyMap<string, AuditPerson>

/** Returns the members of a team and every user who ever acted in it, by name. */
export async function auditPeople(
  { database }: Pick<Dashboard, 'database'>,
  teamId: string,
): Promise<AuditPeople> {
  const { rows } = await database.as('checkout_dashboard_system').query<{
    id: string
    name: string
    email: string
  }>({
    name: 'audit-people',
    // Postgres has no skip scan for this query: each step of the recursion is one index look-up.
    text: `WITH RECURSIVE acting AS (
        (SELECT user_id FROM dashboard.audit_entry WHERE team_id = $1 AND user_id IS NOT NULL ORDER BY user_id LIMIT 1)
        UNION ALL
        SELECT (SELECT user_id FROM dashboard.audit_entry
          WHERE team_id = $1 AND user_id > acting.user_id ORDER BY user_id LIMIT 1)
        FROM acting WHERE acting.user_id IS NOT NULL
      )
      SELECT id, name, email FROM dashboard."user"
      WHERE id IN (SELECT user_id FROM acting) OR id IN (SELECT user_id FROM dashboard.membership WHERE team_id = $1)
      ORDER BY name, id`,
    values: [teamId],
  })
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
