import type { Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import type { CardToken } from '@/lib/service/processor/port'
import { type SavedCardRow, tokenPlace } from './saved-card-row'

/**
 * A customer's saved card with its token opened, to be charged; null where there is none. Throws where the keys
 * cannot open it. The token goes to the processor and nowhere else.
 */
export async function readSavedCard(
  db: Queryable,
  keyring: Keyring,
  customer: { accountId: string; customerId: string },
): Promise<CardToken | null> {
  const { rows } = await db.query<SavedCardRow>({
    name: 'read-saved-card',
    text: `SELECT token_sealed, brand, last4, expiry_month, expiry_year FROM service.saved_card
      WHERE account_id = $1 AND customer_id = $2`,
    values: [customer.accountId, customer.customerId],
  })
  const [row] = rows
  if (!row) return null
  return {
    token: keyring.open(row.token_sealed, tokenPlace(customer)),
    brand: row.brand,
    last4: row.last4,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
  }
}
