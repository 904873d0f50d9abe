import type { Queryable } from '@/lib/platform/database'
import { isCurrentBankAccount } from '@/lib/service/bank/bank-account-row'
import type { TransferStep } from './settlement-row'

/** A transfer that this run holds, and its destination. */
export interface ClaimedTransfer {
  account_id: string
  id: string
  net_minor: number
  currency: string
  /** Its step before the claim: ORDERED only waits for its departure. */
  step: Exclude<TransferStep, 'REFUSED'>
  attempts: number
  bank_account_id: string
  bank_name: string
  holder: string
  number_sealed: string
  owner: string
  claimed_at: Date
}

export interface TransferClaim {
  owner: string
  leaseMs: number
  limit: number
  now: Date
  ids: readonly string[] | null
  /** Accounts whose transfers wait. */
  busy?: readonly string[]
}

const current = `(SELECT b.id FROM service.bank_account b
  WHERE b.account_id = s.account_id AND ${isCurrentBankAccount('$4::timestamptz')})`

const IS_DUE = `s.status = 'PENDING' AND s.due_at <= $4 AND (s.owner IS NULL OR s.lease_until < clock_timestamp())
  AND ($5::text[] IS NULL OR s.id = ANY ($5))
  AND (s.bank_account_id IS NOT NULL OR ${current} IS NOT NULL)`

/**
 * Runs T1: claims transfers that are due and unclaimed, or whose lease has passed, the first of each account before its
 * second. A transfer goes to the bank account of its settlement, or without one to the current one (docs: settlements,
 * transfer).
 */
export async function claimTransfers(
  db: Queryable,
  { owner, leaseMs, limit, now, ids, busy = [] }: TransferClaim,
): Promise<ClaimedTransfer[]> {
  const { rows } = await db.query<Omit<ClaimedTransfer, 'claimed_at'>>({
    name: 'transfer-claim',
    text: `WITH ranked AS (
        SELECT s.account_id, s.id, row_number() OVER (PARTITION BY s.account_id ORDER BY s.due_at) AS turn
        FROM service.settlement s WHERE ${IS_DUE} AND s.account_id <> ALL ($6::text[])
      ), due AS MATERIALIZED (
        SELECT s.account_id, s.id, s.transfer_step AS step, coalesce(s.bank_account_id, ${current}) AS target
        FROM service.settlement s JOIN ranked ON ranked.account_id = s.account_id AND ranked.id = s.id
        WHERE ${IS_DUE} ORDER BY ranked.turn, s.due_at LIMIT $3 FOR UPDATE OF s SKIP LOCKED
      ), taken AS (
        UPDATE service.settlement s SET transfer_step = 'SENDING', bank_account_id = due.target, owner = $1,
          lease_until = clock_timestamp() + $2 * interval '1 millisecond', attempts = s.attempts + 1
        FROM due WHERE s.account_id = due.account_id AND s.id = due.id
        RETURNING s.account_id, s.id, s.net_minor, s.currency, due.step, s.attempts, s.bank_account_id, s.owner
      )
      SELECT taken.account_id, taken.id, taken.net_minor, taken.currency, taken.step, taken.attempts, taken.bank_account_id,
        taken.owner, b.bank_name, b.holder, b.number_sealed FROM taken
      JOIN service.bank_account b ON b.account_id = taken.account_id AND b.id = taken.bank_account_id`,
    values: [owner, leaseMs, limit, now, ids, busy],
  })
  return rows.map((row) => ({ ...row, claimed_at: now }))
}

/** Marks due transfers without a bank account as waiting for one. Returns their accounts. */
export async function markTransfersWithoutAccount(
  db: Queryable,
  { now, ids, againAt }: Pick<TransferClaim, 'now' | 'ids'> & { againAt: Date },
): Promise<string[]> {
  const { rows } = await db.query<{ account_id: string }>({
    name: 'transfer-without-bank-account',
    text: `UPDATE service.settlement s SET problem = 'no_bank_account', due_at = $2
      WHERE s.status = 'PENDING' AND s.transfer_step = 'WAITING' AND s.due_at <= $1 AND ($3::text[] IS NULL OR s.id = ANY ($3))
        AND s.bank_account_id IS NULL AND NOT EXISTS (
          SELECT FROM service.bank_account b WHERE b.account_id = s.account_id AND ${isCurrentBankAccount('$1::timestamptz')})
      RETURNING s.account_id`,
    values: [now, againAt, ids],
  })
  return [...new Set(rows.map((row) => row.account_id))]
}

/** Makes transfers due now: one, even refused, or all others. Returns their settlements, oldest first. */
export async function makeTransfersDue(
  db: Queryable,
  settlementId: string | null,
  now: Date,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string; created_at: Date }>({
    text: `UPDATE service.settlement SET due_at = least(due_at, $2),
        transfer_step = CASE transfer_step WHEN 'REFUSED' THEN 'WAITING' ELSE transfer_step END
      WHERE status = 'PENDING' AND (id = $1 OR ($1::text IS NULL AND transfer_step <> 'REFUSED')) RETURNING id, created_at`,
    values: [settlementId, now],
  })
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()).map(({ id }) => id)
}

/** Makes accepted orders due now, once their bank has an answer. `db` is a handle of `checkout_system`. */
export async function askForTransfers(
  db: Queryable,
  settlementIds: readonly string[],
  now: Date,
): Promise<void> {
  await db.query({
    text: `UPDATE service.settlement SET due_at = least(due_at, $2)
      WHERE id = ANY ($1) AND status = 'PENDING' AND transfer_step = 'ORDERED'`,
    values: [settlementIds, now],
  })
}
