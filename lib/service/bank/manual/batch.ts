import type { Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { LOST_NUMBER } from '@/lib/service/bank/bank-account-row'
import { PayoutRefusal, payoutAad } from './payout-row'

/** A batch as its files show it. Account numbers are clear: a batch goes into a file and nowhere else. */
export interface Batch {
  number: number
  currency: string
  createdAt: Date
  totalMinor: number
  payouts: readonly BatchPayout[]
}

export interface BatchPayout {
  reference: string
  amountMinor: number
  holder: string
  bankName: string
  accountNumber: string
}

/** Joins the waiting payouts to new batches, one for each currency and each payout. Returns their numbers. */
export async function joinBatches(db: Queryable, currency: string | null, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ number: number }>({
    text: `WITH waiting AS MATERIALIZED (
        SELECT reference, currency, amount_minor FROM manual_bank.payout
        WHERE status = 'ORDERED' AND batch_number IS NULL AND ($1::text IS NULL OR currency = $1)
        ORDER BY reference FOR UPDATE
      ), batches AS (
        INSERT INTO manual_bank.batch (currency, payout_count, total_minor, created_at)
        SELECT currency, count(*), sum(amount_minor), $2 FROM waiting GROUP BY currency ORDER BY currency
        RETURNING number, currency
      ), joined AS (
        UPDATE manual_bank.payout p SET batch_number = batches.number, updated_at = $2
        FROM waiting JOIN batches ON batches.currency = waiting.currency WHERE p.reference = waiting.reference
      )
      SELECT number FROM batches ORDER BY number`,
    values: [currency, now],
  })
  return rows.map(({ number }) => number)
}

/** Returns a batch as it was made. Throws PayoutRefusal if one of its payouts was answered, or its number is lost. */
export async function readBatch(db: Queryable, keyring: Keyring, number: number): Promise<Batch> {
  const { rows: batches } = await db.query<{
    currency: string
    payout_count: number
    total_minor: number
    created_at: Date
  }>({
    text: 'SELECT currency, payout_count, total_minor, created_at FROM manual_bank.batch WHERE number = $1',
    values: [number],
  })
  const [batch] = batches
  if (!batch) throw new PayoutRefusal(`There is no batch ${number}. \`operator payouts list\` shows them.`)
  const { rows } = await db.query<{
    reference: string
    amount_minor: number
    holder: string
    bank_name: string
    number_sealed: string
  }>({
    text: `SELECT reference, amount_minor, holder, bank_name, number_sealed FROM manual_bank.payout
      WHERE batch_number = $1 AND status = 'ORDERED' ORDER BY reference`,
    values: [number],
  })
  const answered = batch.payout_count - rows.length
  if (answered > 0)
    throw new PayoutRefusal(
      `Batch ${number} is not written again: ${answered} of its ${batch.payout_count} payouts are paid, refused or withdrawn. \`operator payouts withdraw\` releases the others for a new batch, if the bank has not paid them.`,
    )
  return {
    number,
    currency: batch.currency,
    createdAt: batch.created_at,
    totalMinor: batch.total_minor,
    payouts: rows.map((row) => ({
      reference: row.reference,
      amountMinor: row.amount_minor,
      holder: row.holder,
      bankName: row.bank_name,
      accountNumber: numberOf(keyring, row),
    })),
  }
}

function numberOf(keyring: Keyring, payout: { reference: string; number_sealed: string }): string {
  const { reference, number_sealed: sealed } = payout
  const number = keyring.open(sealed, payoutAad(reference))
  if (number !== LOST_NUMBER) return number
  throw new PayoutRefusal(
    `The account number of ${reference} was lost with its encryption key. If the bank has not paid it: \`operator payouts refused ${reference} --reason account_not_found\`.`,
  )
}

/** Releases a batch whose file was rejected. Returns its payouts. Throws PayoutRefusal if one was paid. */
export async function withdrawBatch(db: Queryable, number: number, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ reference: string }>({
    text: `UPDATE manual_bank.payout SET batch_number = NULL, updated_at = $2
      WHERE batch_number = $1 AND status = 'ORDERED'
        AND NOT EXISTS (SELECT FROM manual_bank.payout WHERE batch_number = $1 AND status = 'SENT')
      RETURNING reference`,
    values: [number, now],
  })
  if (rows.length === 0)
    throw new PayoutRefusal(
      `Batch ${number} cannot be withdrawn: there is no such batch, none of its payouts is unanswered, or the bank has paid one, so it accepted the file.`,
    )
  return rows.map(({ reference }) => reference)
}
