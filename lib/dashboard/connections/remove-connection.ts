import * as z from 'zod'
import { newId } from '@/lib/contract/ids'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { refusals } from '@/lib/messages/refusals'

export const removeConnectionInput = z.strictObject({
  connection_id: z.string().max(200),
  /** The account's name, typed by whoever removes it. */
  name: z.string().max(500),
})

type Acting = Pick<ConnectionContext, 'connectionId' | 'teamId' | 'userId' | 'db' | 'now'>

/**
 * Takes a connection from the team for good, with its key, secrets and copy; the account at its host is untouched.
 * Never the one that the member looks at, so that a team keeps one, under which the activity of both stands from then
 * on. Throws Refusal `resource_not_found`, `invalid_parameters` for the one in use and for another name.
 */
export async function removeConnection(
  dashboard: Dashboard,
  acting: Acting,
  { connection_id: connectionId, name }: z.output<typeof removeConnectionInput>,
): Promise<{ connectionId: string }> {
  if (connectionId === acting.connectionId) throw wrong('connection_id', refusals.fields.connection_in_use)
  const system = dashboard.database.as('checkout_dashboard_system')
  const { rows } = await system.query<{ name: string; base_url: string }>({
    text: `SELECT account ->> 'name' AS name, base_url FROM dashboard.connection WHERE id = $1 AND team_id = $2`,
    values: [connectionId, acting.teamId],
  })
  const [row] = rows
  if (!row) throw new Refusal('resource_not_found')
  if (row.name.trim() !== name.trim()) throw wrong('name', refusals.fields.connection_name)
  const id = newId('aud', acting.now())
  const details = { name: row.name, base_url: row.base_url }
  await claimAudit(acting, { id, action: 'connection.remove', objectId: connectionId, details })
  const removed = await system.transaction(async (tx) => {
    // Two owners who each remove the other's would leave none.
    await tx.query({
      text: 'SELECT id FROM dashboard.team WHERE id = $1 FOR UPDATE',
      values: [acting.teamId],
    })
    // What was done through it stays to be read, under the one that is kept.
    await tx.query({
      text: `UPDATE dashboard.audit_entry a SET connection_id = $3, details = a.details || jsonb_build_object('account', $4::text)
        FROM dashboard.connection c, dashboard.connection o
        WHERE a.connection_id = c.id AND c.id = $1 AND c.team_id = $2 AND o.id = $3 AND o.team_id = $2`,
      values: [connectionId, acting.teamId, acting.connectionId, row.name],
    })
    await tx.query({
      text: `INSERT INTO dashboard.retired_slug (slug, team_id, base_url, account_id)
        SELECT slug, team_id, base_url, account ->> 'id' FROM dashboard.connection WHERE id = $1 AND team_id = $2
        ON CONFLICT (slug) DO NOTHING`,
      values: [connectionId, acting.teamId],
    })
    const { count } = await tx.query({
      text: `DELETE FROM dashboard.connection c WHERE c.id = $1 AND c.team_id = $2
        AND EXISTS (SELECT FROM dashboard.connection o WHERE o.team_id = $2 AND o.id = $3)`,
      values: [connectionId, acting.teamId, acting.connectionId],
    })
    return count === 1
  })
  if (removed) await finishAudit(acting, id, 'done')
  else throw new Refusal('resource_not_found')
  return { connectionId }
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('invalid_parameters', { fields: [{ field, code: 'invalid_value', message }] })
}
