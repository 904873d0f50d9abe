import * as z from 'zod'
import { newId } from '@/lib/contract/ids'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { connect } from './connect'

export const replaceKeyInput = z.strictObject({
  connection_id: z.string().max(200),
  api_key: z.string().max(1_000),
})

type Acting = Pick<ConnectionContext, 'connectionId' | 'teamId' | 'userId' | 'address' | 'db' | 'now'>

/**
 * Replaces a connection's key with another key of the same account, after verification by the host. Throws Refusal
 * `resource_not_found`, `invalid_parameters` for a key of another account, and as `connect` does.
 */
export async function replaceConnectionKey(
  dashboard: Dashboard,
  acting: Acting,
  { connection_id: connectionId, api_key: apiKey }: z.output<typeof replaceKeyInput>,
): Promise<{ connectionId: string }> {
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<ConnectionRow>({
    text: `SELECT base_url, account ->> 'id' AS account_id FROM dashboard.connection WHERE id = $1 AND team_id = $2`,
    values: [connectionId, acting.teamId],
  })
  const [row] = rows
  if (!row) throw new Refusal('resource_not_found')
  const id = newId('aud', acting.now())
  await claimAudit(acting, { id, action: 'connection.replace_key', objectId: connectionId, details: {} })
  const { base_url: baseUrl, account_id: onlyAccountId } = row
  try {
    await connect(dashboard, { teamId: acting.teamId, baseUrl, apiKey, onlyAccountId })
  } catch (error) {
    await finishAudit(acting, id, 'failed')
    throw error
  }
  await finishAudit(acting, id, 'done')
  return { connectionId }
}

interface ConnectionRow {
  base_url: string
  account_id: string
}
