import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { apiKeyPlace } from './sealed-places'

/** The connection's API key, for the service's panel alone. Throws Refusal `no_connection`. */
export async function connectionKey(
  { keyring }: Pick<Dashboard, 'keyring'>,
  { connectionId, db }: Pick<ConnectionContext, 'connectionId' | 'db'>,
): Promise<string> {
  const { rows } = await db.query<{ api_key_sealed: string }>({
    name: 'connection-key',
    text: 'SELECT api_key_sealed FROM dashboard.connection WHERE id = $1',
    values: [connectionId],
  })
  if (!rows[0]) throw new Refusal('no_connection')
  return keyring.open(rows[0].api_key_sealed, apiKeyPlace(connectionId))
}
