import type { SettlementSchedule } from '@/lib/contract/account'
import type { Handle } from '@/lib/platform/database'
import { type AccountRow, accountColumns } from '@/lib/service/accounts/account-row'
import type { AccountChange } from '@/lib/service/accounts/change-account-status'
import { getAccount } from '@/lib/service/accounts/get-account'
import { recordAudit } from '@/lib/service/audit/record-audit'

/**
 * Sets an account's schedule to daily or weekly from its next settlement on; the current period starts at the end of
 * the last one. A change to the current schedule has no effect. Throws `account_not_found`.
 */
export async function setSettlementSchedule(
  db: Handle,
  { accountId, actor, schedule }: AccountChange & { schedule: SettlementSchedule },
  now: Date,
): Promise<AccountRow> {
  const changed = await db.transaction(async (tx) => {
    const { rows } = await tx.query<AccountRow>({
      text: `UPDATE service.account SET settlement_schedule = $2 WHERE id = $1 AND settlement_schedule <> $2 RETURNING ${accountColumns}`,
      values: [accountId, schedule],
    })
    if (rows[0]) {
      const details = { schedule }
      const action = 'account.settlement_schedule_set'
      await recordAudit(tx, { accountId, actor, action, objectId: accountId, details, now })
    }
    return rows[0]
  })
  return changed ?? getAccount(db, accountId)
}
