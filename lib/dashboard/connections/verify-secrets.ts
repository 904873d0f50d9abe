import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { apiKeyAad, signingSecretAad } from './sealed-aad'

/**
 * Opens one stored API key and one signing secret of each encryption key, so that a process with the wrong keys
 * refuses to start instead of failing every call. Throws the error of `Keyring.open`.
 */
export async function verifyConnectionSecrets(
  database: Database<'dashboard'>,
  keyring: Keyring,
): Promise<void> {
  const system = database.as('checkout_dashboard_system')
  const keys = await system.query<{ id: string; sealed: string }>({
    text: `SELECT DISTINCT ON (split_part(api_key_sealed, '.', 2)) id, api_key_sealed AS sealed
      FROM dashboard.connection WHERE api_key_sealed IS NOT NULL ORDER BY split_part(api_key_sealed, '.', 2), created_at DESC`,
  })
  for (const { id, sealed } of keys.rows) keyring.open(sealed, apiKeyAad(id))
  const secrets = await system.query<{ connection_id: string; id: string; sealed: string }>({
    text: `SELECT DISTINCT ON (split_part(sealed, '.', 2)) connection_id, id, sealed
      FROM dashboard.connection_secret WHERE retired_at IS NULL
      ORDER BY split_part(sealed, '.', 2), created_at DESC`,
  })
  for (const { connection_id, id, sealed } of secrets.rows)
    keyring.open(sealed, signingSecretAad(connection_id, id))
}
