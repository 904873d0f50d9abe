import type { Queryable } from '@/lib/platform/database'

export interface ApprovedPayment {
  accountId: string
  paymentId: string
  amountMinor: number
  feeMinor: number
  currency: string
  now: Date
}

/**
 * Books an approved payment in the transaction that approves it: the processor owes us the amount (clearing), we owe
 * the merchant the amount less the fee (available), the fee is ours. The three rows sum to zero, by trigger; a second
 * booking of the same payment breaks a unique index.
 */
export async function bookApprovedPayment(tx: Queryable, payment: ApprovedPayment): Promise<void> {
  const { accountId, paymentId, amountMinor, feeMinor, currency, now } = payment
  await tx.query({
    name: 'book-approved-payment',
    text: `INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, payment_id, created_at)
      VALUES ($1, $2, 'clearing', 'payment_approved', -$3::bigint, $5, $2, $6),
             ($1, $2, 'available', 'payment_approved', $3::bigint - $4::bigint, $5, $2, $6),
             ($1, $2, 'fees', 'payment_approved', $4::bigint, $5, $2, $6)`,
    values: [accountId, paymentId, amountMinor, feeMinor, currency, now],
  })
}
