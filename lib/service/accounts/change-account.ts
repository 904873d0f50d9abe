import type { SettlementSchedule } from '@/lib/contract/account'
import { type AccountStatus, accountStates, accountStatuses, canTransition } from '@/lib/contract/states'
import type { Handle } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { AccountRefusal, type AccountRow, accountColumns, type FeesOnRefund, getAccount } from './account-row'

export interface AccountChange {
  accountId: string
  actor: Actor
}

type Move = (db: Handle, change: AccountChange, now: Date) => Promise<AccountRow>

/** Moves an account from TRIAL or SUSPENDED to ACTIVE. Throws `account_not_found`, `transition_not_allowed`. */
export const activateAccount: Move = (db, change, now) => changeStatus(db, change, 'ACTIVE', now)

/** Moves an account from ACTIVE to SUSPENDED: its keys are refused within a second. Throws as `activateAccount` does. */
export const suspendAccount: Move = (db, change, now) => changeStatus(db, change, 'SUSPENDED', now)

/** Moves an account from any state to CLOSED, permanently. Throws as `activateAccount` does. */
export const closeAccount: Move = (db, change, now) => changeStatus(db, change, 'CLOSED', now)

/** Moves an account by one conditional UPDATE (decisions: account transitions). The current state is no change. */
async function changeStatus(
  db: Handle,
  change: AccountChange,
  to: AccountStatus,
  now: Date,
): Promise<AccountRow> {
  const from = accountStatuses.filter((status) => canTransition<AccountStatus>(accountStates, status, to))
  const changed = await update(
    db,
    change,
    { action: `account.${to.toLowerCase()}` },
    {
      set: `status = $2, activation_status = CASE WHEN $2 = 'ACTIVE' THEN 'ACTIVATED' ELSE activation_status END`,
      where: 'status = ANY ($3)',
      values: [to, from],
    },
    now,
  )
  if (changed) return changed
  const { accountId } = change
  const account = await getAccount(db, accountId)
  if (account.status === to) return account
  throw new AccountRefusal(
    'transition_not_allowed',
    `Account ${accountId} is ${account.status} and cannot become ${to}.`,
  )
}

/** Turns an account's charges on or off, independently of its status. Throws `account_not_found`. */
export async function setAccountCharges(
  db: Handle,
  { on, ...change }: AccountChange & { on: boolean },
  now: Date,
): Promise<AccountRow> {
  const trace = { action: on ? 'account.charges_on' : 'account.charges_off' }
  const what = { set: 'charges_switch = $2', where: 'charges_switch <> $2', values: [on] }
  return (await update(db, change, trace, what, now)) ?? getAccount(db, change.accountId)
}

/** Sets an account's schedule from its next settlement on. Throws `account_not_found`. */
export async function setSettlementSchedule(
  db: Handle,
  { schedule, ...change }: AccountChange & { schedule: SettlementSchedule },
  now: Date,
): Promise<AccountRow> {
  const trace = { action: 'account.settlement_schedule_set', details: { schedule } }
  const what = { set: 'settlement_schedule = $2', where: 'settlement_schedule <> $2', values: [schedule] }
  return (await update(db, change, trace, what, now)) ?? getAccount(db, change.accountId)
}

/** Sets whether later refunds give their payments' fees back. Throws `account_not_found`. */
export async function setFeesOnRefund(
  db: Handle,
  { fees, ...change }: AccountChange & { fees: FeesOnRefund },
  now: Date,
): Promise<AccountRow> {
  const trace = { action: 'account.fees_on_refund_set', details: { fees } }
  const what = { set: 'fees_on_refund = $2', where: 'fees_on_refund <> $2', values: [fees] }
  return (await update(db, change, trace, what, now)) ?? getAccount(db, change.accountId)
}

/** Changes the account if `where` holds, with its audit row; undefined if nothing was changed. `$1` is the id. */
function update(
  db: Handle,
  { accountId, actor }: AccountChange,
  trace: { action: string; details?: Record<string, unknown> },
  { set, where, values }: { set: string; where: string; values: unknown[] },
  now: Date,
): Promise<AccountRow | undefined> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<AccountRow>({
      text: `UPDATE service.account SET ${set} WHERE id = $1 AND ${where} RETURNING ${accountColumns}`,
      values: [accountId, ...values],
    })
    if (rows[0]) await recordAudit(tx, { ...trace, accountId, actor, objectId: accountId, now })
    return rows[0]
  })
}
