import type { Queryable } from '@/lib/platform/database'

export interface WaitingPayout {
  reference: string
  holder: string
  bank_name: string
  account_last4: string
  amount_minor: number
  currency: string
  updated_at: Date
}

/** A batch and the numbers of its payouts by their state; the rest of `payout_count` has left it. */
export interface BatchSummary {
  number: number
  currency: string
  created_at: Date
  payout_count: number
  total_minor: number
  unanswered: number
  paid: number
  paid_minor: number
}

/** Returns the payouts that wait for an export, the longest wait first. */
export async function listWaiting(db: Queryable): Promise<WaitingPayout[]> {
  const { rows } = await db.query<WaitingPayout>({
    text: `SELECT reference, holder, bank_name, account_last4, amount_minor, currency, updated_at FROM manual_bank.payout
      WHERE status = 'ORDERED' AND batch_number IS NULL ORDER BY updated_at, reference`,
  })
  return rows
}

/** Returns all batches, oldest first. */
export async function listBatches(db: Queryable): Promise<BatchSummary[]> {
  const { rows } = await db.query<BatchSummary>({
    text: `SELECT b.number, b.currency, b.created_at, b.payout_count, b.total_minor,
        count(*) FILTER (WHERE p.status = 'ORDERED') AS unanswered, count(*) FILTER (WHERE p.status = 'SENT') AS paid,
        coalesce(sum(p.amount_minor) FILTER (WHERE p.status = 'SENT'), 0)::bigint AS paid_minor
      FROM manual_bank.batch b LEFT JOIN manual_bank.payout p ON p.batch_number = b.number
      GROUP BY b.number ORDER BY b.number`,
  })
  return rows
}
