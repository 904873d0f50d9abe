import { AccountDisconnected } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { apiKeyAad } from '@/lib/dashboard/sealed-aad'
import { sql } from '@/lib/platform/sql'

/**
 * Returns the connection's API key, for the service's panel only. Throws Refusal `no_connection`, and
 * AccountDisconnected.
 */
export async function connectionKey(
  { keyring }: Pick<Dashboard, 'keyring'>,
  { connectionId, db }: Pick<ConnectionContext, 'connectionId' | 'db'>,
): Promise<string> {
  const { rows } = await db.query<{ api_key_sealed: string | null }>(sql`
    SELECT api_key_sealed FROM dashboard.connection WHERE id = ${connectionId}`)
  const [row] = rows
  if (!row) throw new Refusal('no_connection')
  if (row.api_key_sealed === null) throw new AccountDisconnected()
  return keyring.open(row.api_key_sealed, apiKeyAad(connectionId))
}
