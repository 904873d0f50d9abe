import type { Queryable } from '@/lib/platform/database'
import { type BankAccountRow, bankAccountColumns } from './bank-account-row'

/** The account to which an account's money goes now, or null before one was named. */
export async function getBankAccount(db: Queryable, accountId: string): Promise<BankAccountRow | null> {
  const { rows } = await db.query<BankAccountRow>({
    name: 'get-bank-account',
    text: `SELECT ${bankAccountColumns} FROM service.bank_account WHERE account_id = $1 AND replaced_at IS NULL`,
    values: [accountId],
  })
  return rows[0] ?? null
}
