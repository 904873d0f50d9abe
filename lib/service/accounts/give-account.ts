import type { Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type AccountRow, accountColumns } from './account-row'
import type { AccountChange } from './change-account-status'
import { getAccount } from './get-account'

/**
 * Gives an account to a team of the dashboard, whose members alone have its panel from then on; with `onlyUnowned`, only if
 * it is nobody's. Throws `account_not_found`.
 */
export async function giveAccount(
  db: Handle,
  { accountId, actor, team, onlyUnowned = false }: AccountChange & { team: string; onlyUnowned?: boolean },
  now: Date,
): Promise<AccountRow> {
  const given = await db.transaction(async (tx) => {
    const { rows } = await tx.query<AccountRow>({
      text: `UPDATE service.account SET owner_team = $2
        WHERE id = $1 AND owner_team IS DISTINCT FROM $2 AND (owner_team IS NULL OR NOT $3) RETURNING ${accountColumns}`,
      values: [accountId, team, onlyUnowned],
    })
    if (rows[0])
      await recordAudit(tx, {
        accountId,
        actor,
        action: 'account.given',
        objectId: accountId,
        details: { team },
        now,
      })
    return rows[0]
  })
  return given ?? getAccount(db, accountId)
}
