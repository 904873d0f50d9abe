import type { Handle } from '@/lib/platform/database'
import { accountNotFound } from './account-refusal'
import { type AccountRow, accountColumns } from './account-row'

/**
 * Returns one account. `db` under `checkout_system`, or under `checkout_service` bound to the account. Throws
 * `account_not_found`.
 */
export async function getAccount(db: Handle, accountId: string): Promise<AccountRow> {
  const { rows } = await db.query<AccountRow>({
    name: 'get-account',
    text: `SELECT ${accountColumns} FROM service.account WHERE id = $1`,
    values: [accountId],
  })
  if (!rows[0]) throw accountNotFound(accountId)
  return rows[0]
}
