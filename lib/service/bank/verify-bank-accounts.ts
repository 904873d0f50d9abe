import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { numberAad } from './bank-account-row'

/**
 * Opens one account number of each encryption key, so that a process with wrong keys refuses to start instead of
 * failing transfers. Throws the error of `Keyring.open`.
 */
export async function verifyBankAccounts(database: Database, keyring: Keyring): Promise<void> {
  const { rows } = await database
    .as('checkout_system')
    .query<{ account_id: string; id: string; number_sealed: string }>({
      text: `SELECT DISTINCT ON (split_part(number_sealed, '.', 2)) account_id, id, number_sealed
        FROM service.bank_account ORDER BY split_part(number_sealed, '.', 2), created_at DESC`,
    })
  for (const { account_id: accountId, id, number_sealed } of rows)
    keyring.open(number_sealed, numberAad({ accountId, id }))
}
