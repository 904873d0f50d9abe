import { findRow, type Queryable } from '@/lib/platform/database'
import type { Aad } from '@/lib/platform/secrets'

/** A row of service.bank_account. The number is sealed for its row; `last4` is the part that may be shown. */
export interface BankAccountRow {
  account_id: string
  id: string
  bank_name: string
  holder: string
  number_sealed: string
  last4: string
  created_at: Date
  /** Time of its end, which is in the future while a change waits. */
  replaced_at: Date | null
  /** Time from which it receives money instead of the account before it; null = from the beginning. */
  effective_at: Date | null
}

/** Account number in place of one that was lost with its encryption key: no transfer goes there. */
export const LOST_NUMBER = ''

/** Returns the condition that the row `b` of service.bank_account receives money at `now`, a parameter. */
export function isCurrentBankAccount(now: string): string {
  return `(b.effective_at IS NULL OR b.effective_at <= ${now}) AND (b.replaced_at IS NULL OR b.replaced_at > ${now})`
}

export const bankAccountColumns =
  'account_id, id, bank_name, holder, number_sealed, last4, created_at, replaced_at, effective_at'

/** Returns the AAD of an account number. */
export function numberAad({ accountId, id }: { accountId: string; id: string }): Aad {
  return { table: 'bank_account', column: 'number_sealed', row: id, tenant: accountId }
}

/** Returns the bank account that receives an account's money at `now`, or null before one was set. */
export async function getBankAccount(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<BankAccountRow | null> {
  return findRow<BankAccountRow>(db, {
    name: 'get-bank-account',
    text: `SELECT ${bankAccountColumns} FROM service.bank_account b
      WHERE account_id = $1 AND ${isCurrentBankAccount('$2::timestamptz')}`,
    values: [accountId, now],
  })
}

/** Returns the bank account that a change has set for later; null without a change. */
export async function getNextBankAccount(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<BankAccountRow | null> {
  return findRow<BankAccountRow>(db, {
    name: 'get-next-bank-account',
    text: `SELECT ${bankAccountColumns} FROM service.bank_account
      WHERE account_id = $1 AND replaced_at IS NULL AND effective_at > $2`,
    values: [accountId, now],
  })
}
