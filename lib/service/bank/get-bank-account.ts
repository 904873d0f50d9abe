import type { Queryable } from '@/lib/platform/database'
import { type BankAccountRow, bankAccountColumns, isCurrentBankAccount } from './bank-account-row'

/** Returns the bank account that receives an account's money at `now`, or null before one was set. */
export async function getBankAccount(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<BankAccountRow | null> {
  const { rows } = await db.query<BankAccountRow>({
    name: 'get-bank-account',
    text: `SELECT ${bankAccountColumns} FROM service.bank_account b
      WHERE account_id = $1 AND ${isCurrentBankAccount('$2::timestamptz')}`,
    values: [accountId, now],
  })
  return rows[0] ?? null
}

/** Returns the bank account that a change has set for later; null without a change. */
export async function getNextBankAccount(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<BankAccountRow | null> {
  const { rows } = await db.query<BankAccountRow>({
    name: 'get-next-bank-account',
    text: `SELECT ${bankAccountColumns} FROM service.bank_account
      WHERE account_id = $1 AND replaced_at IS NULL AND effective_at > $2`,
    values: [accountId, now],
  })
  return rows[0] ?? null
}
