import type { Queryable } from '@/lib/platform/database'

export interface ApprovedPayment {
  accountId: string
  paymentId: string
  amountMinor: number
  feeMinor: number
  currency: string
  now: Date
}

/** Number of rows of an account's running sums: concurrent approvals contend with a chance of one in this number. */
const BALANCE_PARTS = 16

/**
 * Books an approved payment in the transaction that approves it: the processor owes us the amount (clearing), we owe
 * the merchant the amount less the fee (available), the fee is ours. The three rows sum to zero, by trigger; a second
 * booking of the same payment violates a unique index. The same statement adds to the balance's running sums.
 */
export async function bookApprovedPayment(tx: Queryable, payment: ApprovedPayment): Promise<void> {
  const { accountId, paymentId, amountMinor, feeMinor, currency, now } = payment
  await tx.query({
    name: 'book-approved-payment',
    text: `WITH booked AS (
        INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, payment_id, created_at)
        VALUES ($1, $2, 'clearing', 'payment_approved', -$3::bigint, $5, $2, $6),
               ($1, $2, 'available', 'payment_approved', $3::bigint - $4::bigint, $5, $2, $6),
               ($1, $2, 'fees', 'payment_approved', $4::bigint, $5, $2, $6)
      )
      INSERT INTO service.balance_part AS b (account_id, part, payments, gross_minor, fee_minor)
      VALUES ($1, abs(hashtext($2) % $7), 1, $3, $4)
      ON CONFLICT (account_id, part) DO UPDATE SET payments = b.payments + 1, gross_minor = b.gross_minor + excluded.gross_minor,
        fee_minor = b.fee_minor + excluded.fee_minor`,
    values: [accountId, paymentId, amountMinor, feeMinor, currency, now, BALANCE_PARTS],
  })
}
