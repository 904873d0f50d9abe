import type { Handle } from '@/lib/platform/database'
import { type AccountRow, accountColumns } from './account-row'

/** Returns all accounts, newest first. `db` is a handle of `checkout_system`. */
export async function listAccounts(db: Handle): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow>({
    text: `SELECT ${accountColumns} FROM service.account ORDER BY created_at DESC, id DESC`,
  })
  return rows
}
