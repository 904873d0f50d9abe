import type { SettlementSchedule } from '@/lib/contract/account'
import { type AccountStatus, accountStates, accountStatuses, canTransition } from '@/lib/contract/states'
import type { Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { AccountRefusal, type AccountRow, accountColumns, getAccount } from './account-row'

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
