import type { Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type AccountRow, accountColumns } from './account-row'
import type { AccountChange } from './change-account-status'
import { getAccount } from './get-account'

/**
 * Turns an account's charges on or off, independently of its status (decisions: account transitions). A change to the
 * current setting has no effect. Throws `account_not_found`.
 */
export async function setAccountCharges(
  db: Handle,
  { accountId, actor, on }: AccountChange & { on: boolean },
  now: Date,
): Promise<AccountRow> {
  const changed = await db.transaction(async (tx) => {
    const { rows } = await tx.query<AccountRow>({
      text: `UPDATE service.account SET charges_switch = $2 WHERE id = $1 AND charges_switch <> $2 RETURNING ${accountColumns}`,
      values: [accountId, on],
    })
    if (rows[0]) {
      const action = on ? 'account.charges_on' : 'account.charges_off'
      await recordAudit(tx, { accountId, actor, action, objectId: accountId, now })
    }
    return rows[0]
  })
  return changed ?? getAccount(db, accountId)
}
