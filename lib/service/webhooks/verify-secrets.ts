import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { secretAad } from './endpoint-row'

/**
 * Opens one stored signing secret of each encryption key, so that a process with wrong keys refuses to start instead of
 * failing every delivery. Throws the error of `Keyring.open`.
 */
export async function verifyStoredSecrets(database: Database, keyring: Keyring): Promise<void> {
  const { rows } = await database
    .as('checkout_system')
    .query<{ account_id: string; id: string; sealed: string }>({
      text: `SELECT DISTINCT ON (split_part(s.sealed, '.', 2)) e.account_id, e.id, s.sealed
      FROM service.webhook_endpoint e
      CROSS JOIN LATERAL (VALUES (e.secret_sealed), (e.next_secret_sealed)) s (sealed)
      WHERE e.status <> 'DELETED' AND s.sealed IS NOT NULL
      ORDER BY split_part(s.sealed, '.', 2), e.created_at DESC`,
    })
  for (const row of rows) keyring.open(row.sealed, secretAad({ accountId: row.account_id, id: row.id }))
}
