import type { Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { openCard, type SavedCardRow, tokenAad } from '@/lib/service/customers/saved-card'
import type { CardToken } from '@/lib/service/processor/port'

/** Returns a customer's saved card with its decrypted token; null if there is none. */
export async function readSavedCard(
  db: Queryable,
  keyring: Keyring,
  customer: { accountId: string; customerId: string },
): Promise<CardToken | null> {
  const { rows } = await db.query<SavedCardRow>({
    text: `SELECT token_sealed, brand, last4, expiry_month, expiry_year FROM service.saved_card
      WHERE account_id = $1 AND customer_id = $2`,
    values: [customer.accountId, customer.customerId],
  })
  return rows[0] ? openCard(keyring, rows[0], tokenAad(customer)) : null
}
