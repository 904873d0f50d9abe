import { type AccountStatus, accountStates, accountStatuses, canTransition } from '@/lib/contract/states'
import type { Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { AccountRefusal } from './account-refusal'
import { type AccountRow, accountColumns } from './account-row'
import { getAccount } from './get-account'

export interface AccountChange {
  accountId: string
  actor: Actor
}

/**
 * Moves an account to `to` by one conditional UPDATE (decisions: account transitions). A change to the current state
 * has no effect. Throws `account_not_found`, `transition_not_allowed`.
 */
export async function changeAccountStatus(
  db: Handle,
  { accountId, actor, to }: AccountChange & { to: AccountStatus },
  now: Date,
): Promise<AccountRow> {
  const from = accountStatuses.filter((status) => canTransition<AccountStatus>(accountStates, status, to))
  const changed = await db.transaction(async (tx) => {
    const { rows } = await tx.query<AccountRow>({
      text: `UPDATE service.account
        SET status = $2, activation_status = CASE WHEN $2 = 'ACTIVE' THEN 'ACTIVATED' ELSE activation_status END
        WHERE id = $1 AND status = ANY ($3) RETURNING ${accountColumns}`,
      values: [accountId, to, from],
    })
    if (rows[0]) {
      const action = `account.${to.toLowerCase()}`
      await recordAudit(tx, { accountId, actor, action, objectId: accountId, now })
    }
    return rows[0]
  })
  if (changed) return changed
  const account = await getAccount(db, accountId)
  if (account.status === to) return account
  throw new AccountRefusal(
    'transition_not_allowed',
    `Account ${accountId} is ${account.status} and cannot become ${to}.`,
  )
}
