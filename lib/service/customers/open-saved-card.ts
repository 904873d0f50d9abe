import type { Keyring } from '@/lib/platform/secrets'
import type { CardToken } from '@/lib/service/processor/port'
import { type SavedCardRow, tokenAad } from './saved-card-row'

/**
 * Opens the token of a customer's saved card for a charge. Throws if the keys cannot open it. The token is sent to the
 * processor only.
 */
export function openSavedCard(
  keyring: Keyring,
  row: SavedCardRow,
  customer: { accountId: string; customerId: string },
): CardToken {
  return {
    token: keyring.open(row.token_sealed, tokenAad(customer)),
    brand: row.brand,
    last4: row.last4,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
  }
}
