import { findRow, type Handle, type Queryable } from '@/lib/platform/database'
import { lockBankAccount } from '@/lib/service/bank/set-bank-account'
import { bookPaidSettlement } from '@/lib/service/ledger/bookings'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import type { ClaimedTransfer } from './claim-transfers'
import {
  renderSettlement,
  type SettlementRow,
  settlementColumns,
  type TransferProblem,
} from './settlement-row'

/** The fence: a run that was paused for longer than its lease finds another owner here, or none. */
const MINE = `s.account_id = $1 AND s.id = $2 AND s.status = 'PENDING' AND s.owner = $3`

/** Runs T3 of a sent transfer: PAID, ledger and event at once. null = this run no longer holds it. */
export async function finishPaid(
  db: Handle,
  { account_id, id, owner }: ClaimedTransfer,
  bankReference: string,
  now: Date,
): Promise<SettlementRow | null> {
  return db.transaction(async (tx) => {
    const settlement = await findRow<SettlementRow>(tx, {
      name: 'transfer-paid',
      text: `UPDATE service.settlement s SET status = 'PAID', reference = $4, paid_at = $5, transfer_step = NULL, owner = NULL,
          lease_until = NULL, due_at = NULL, problem = NULL, attempts = 0
        WHERE ${MINE} RETURNING ${settlementColumns}`,
      values: [account_id, id, owner, bankReference, now],
    })
    if (!settlement) return null
    await bookPaidSettlement(tx, settlement, now)
    const object = renderSettlement(settlement)
    await recordEvent(tx, { accountId: account_id, kind: 'settlement.paid', object, now })
    return settlement
  })
}

/** Records that the bank accepted the order and will send the transfer. false = lost. */
export async function finishOrdered(
  db: Queryable,
  { account_id, id, owner }: ClaimedTransfer,
  askAgainAt: Date,
): Promise<boolean> {
  const { count } = await db.query({
    name: 'transfer-ordered',
    text: `UPDATE service.settlement s SET transfer_step = 'ORDERED', owner = NULL, lease_until = NULL, due_at = $4,
        problem = NULL, attempts = 0 WHERE ${MINE}`,
    values: [account_id, id, owner, askAgainAt],
  })
  return count === 1
}

/** Records a refusal: the transfer waits for another bank account, or for one set meanwhile. false = lost. */
export async function finishRefused(
  db: Handle,
  { account_id, id, owner, bank_account_id }: ClaimedTransfer,
  reason: TransferProblem,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // A concurrent setBankAccount sees this transfer neither WAITING nor REFUSED, so the lock makes one of the two run
    // second.
    await lockBankAccount(tx, account_id)
    const { count } = await tx.query({
      name: 'transfer-refused',
      text: `UPDATE service.settlement s SET owner = NULL, lease_until = NULL, problem = $5, attempts = 0,
          transfer_step = CASE WHEN other.id IS NULL THEN 'REFUSED' ELSE 'WAITING' END,
          bank_account_id = coalesce(other.id, s.bank_account_id),
          due_at = CASE WHEN other.id IS NOT NULL THEN greatest(other.effective_at, $6::timestamptz) END
        FROM (SELECT 1) one LEFT JOIN service.bank_account other
          ON other.account_id = $1 AND other.id <> $4 AND other.replaced_at IS NULL
        WHERE ${MINE}`,
      values: [account_id, id, owner, bank_account_id, reason, now],
    })
    return count === 1
  })
}

/** Schedules the same order to the same account again after an unknown outcome. false = lost. */
export async function finishUnknown(
  db: Queryable,
  { account_id, id, owner }: ClaimedTransfer,
  problem: TransferProblem,
  againAt: Date,
): Promise<boolean> {
  const { count } = await db.query({
    name: 'transfer-unknown',
    text: `UPDATE service.settlement s SET owner = NULL, lease_until = NULL, due_at = $4, problem = $5 WHERE ${MINE}`,
    values: [account_id, id, owner, againAt, problem],
  })
  return count === 1
}
