import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { tokenAad } from './saved-card-row'

/**
 * Opens one token of each encryption key, saved or held, so that a process with wrong keys refuses to start instead of
 * failing charges. Throws the error of `Keyring.open`.
 */
export async function verifySavedCards(database: Database, keyring: Keyring): Promise<void> {
  const { rows } = await database
    .as('checkout_system')
    .query<{ account_id: string; customer_id: string; token_sealed: string }>({
      text: `SELECT DISTINCT ON (split_part(token_sealed, '.', 2)) account_id, customer_id, token_sealed
        FROM (
          SELECT account_id, customer_id, token_sealed, created_at FROM service.saved_card
          UNION ALL SELECT account_id, customer_id, token_sealed, created_at FROM service.card_to_save
        ) kept ORDER BY split_part(token_sealed, '.', 2), created_at DESC`,
    })
  for (const { account_id: accountId, customer_id: customerId, token_sealed } of rows) {
    keyring.open(token_sealed, tokenAad({ accountId, customerId }))
  }
}
