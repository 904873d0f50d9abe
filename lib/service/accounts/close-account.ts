import type { Handle } from '@/lib/platform/database'
import type { AccountRow } from './account-row'
import { type AccountChange, changeAccountStatus } from './change-account'

/** Moves an account from any state to CLOSED, permanently. Throws `account_not_found`, `transition_not_allowed`. */
export function closeAccount(db: Handle, change: AccountChange, now: Date): Promise<AccountRow> {
  return changeAccountStatus(db, { ...change, to: 'CLOSED' }, now)
}
