import { ApiError } from '@/lib/contract/errors'
import type { Queryable } from '@/lib/platform/database'
import type { Aad, Keyring } from '@/lib/platform/secrets'
import type { CardToken } from '@/lib/service/processor/port'
import { type CustomerRow, customerColumns } from './customer-row'

/** A row of service.saved_card. The token is the processor's, sealed for its row; no card number is stored. */
export interface SavedCardRow {
  token_sealed: string
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
}

/** Returns the AAD of a customer's token. */
export function tokenAad({ accountId, customerId }: { accountId: string; customerId: string }): Aad {
  return { table: 'saved_card', column: 'token_sealed', row: customerId, tenant: accountId }
}

/** Opens a sealed card's token for the processor, to which alone it is sent. Throws if the keys cannot open it. */
export function openCard(keyring: Keyring, row: SavedCardRow, aad: Aad): CardToken {
  const { token_sealed, brand, last4, expiry_month: expiryMonth, expiry_year: expiryYear } = row
  return { token: keyring.open(token_sealed, aad), brand, last4, expiryMonth, expiryYear }
}

export interface CardToSave {
  accountId: string
  customerId: string
  card: CardToken
  now: Date
}

/** Saves a customer's card in place of the previous one; returns the row. Throws `resource_not_found`. */
export async function saveCard(
  tx: Queryable,
  keyring: Keyring,
  { accountId, customerId, card, now }: CardToSave,
): Promise<CustomerRow> {
  const { rows } = await tx.query<CustomerRow>({
    name: 'save-card',
    text: `WITH s AS (
        INSERT INTO service.saved_card
          (account_id, customer_id, token_sealed, brand, last4, expiry_month, expiry_year, created_at)
        SELECT account_id, id, $3, $4, $5, $6, $7, $8 FROM service.customer WHERE account_id = $1 AND id = $2
        ON CONFLICT (account_id, customer_id) DO UPDATE SET token_sealed = excluded.token_sealed, brand = excluded.brand,
          last4 = excluded.last4, expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year,
          created_at = excluded.created_at
        RETURNING account_id, customer_id, brand, last4, expiry_month, expiry_year
      )
      SELECT ${customerColumns} FROM s JOIN service.customer c ON c.account_id = s.account_id AND c.id = s.customer_id`,
    values: [
      accountId,
      customerId,
      keyring.seal(card.token, tokenAad({ accountId, customerId })),
      card.brand,
      card.last4,
      card.expiryMonth,
      card.expiryYear,
      now,
    ],
  })
  if (!rows[0]) throw new ApiError('resource_not_found')
  return rows[0]
}
