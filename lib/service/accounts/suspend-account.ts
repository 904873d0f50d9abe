import type { Handle } from '@/lib/platform/database'
import type { AccountRow } from './account-row'
import { type AccountChange, changeAccountStatus } from './change-account'

/**
 * Moves an account from ACTIVE to SUSPENDED: its keys are refused within a second. Throws `account_not_found`,
 * `transition_not_allowed`.
 */
export function suspendAccount(db: Handle, change: AccountChange, now: Date): Promise<AccountRow> {
  return changeAccountStatus(db, { ...change, to: 'SUSPENDED' }, now)
}
