import type { Handle } from '@/lib/platform/database'
import type { AccountRow } from './account-row'
import { type AccountChange, changeAccountStatus } from './change-account'

/** Moves an account from TRIAL or SUSPENDED to ACTIVE. Throws `account_not_found`, `transition_not_allowed`. */
export function activateAccount(db: Handle, change: AccountChange, now: Date): Promise<AccountRow> {
  return changeAccountStatus(db, { ...change, to: 'ACTIVE' }, now)
}
