import type { Queryable } from '@/lib/platform/database'
import { type BankAccountRow, bankAccountColumns } from './bank-account-row'

/** Returns the current bank account of an account, or null before one was set. */
export async function getBankAccount(db: Queryable, accountId: string): Promise<BankAccountRow | null> {
  const { rows } = await db.query<BankAccountRow>({
    name: 'get-bank-account',
    text: `SELECT ${bankAccountColumns} FROM service.bank_account WHERE account_id = $1 AND replaced_at IS NULL`,
    values: [accountId],
  })
  return rows[0] ?? null
}
