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
 * Books an approved payment in the transaction that approves it, and adds it to the balance's running sums. The rows
 * sum to zero, by trigger; a second booking of the same payment violates a unique index.
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

export interface SucceededRefund {
  accountId: string
  refundId: string
  paymentId: string
  amountMinor: number
  currency: string
  now: Date
}

/**
 * Books a refund in the transaction in which it succeeds, on its locked payment. With `fees_on_refund` = `return` its
 * share of the fee comes back. A second booking violates the primary key. Returns that fee, in minor units.
 */
export async function bookSucceededRefund(tx: Queryable, refund: SucceededRefund): Promise<number> {
  const { accountId, refundId, paymentId, amountMinor, currency, now } = refund
  const { rows } = await tx.query<{ fee_minor: number }>({
    name: 'book-succeeded-refund',
    text: `WITH returned AS (
        SELECT CASE a.fees_on_refund WHEN 'keep' THEN 0 ELSE
          greatest(0, round(p.fee_minor::numeric * sum(r.amount_minor) / p.amount_minor) - sum(r.fee_minor)) END::integer AS fee
        FROM service.payment p JOIN service.account a ON a.id = p.account_id
        JOIN service.refund r ON r.account_id = p.account_id AND r.payment_id = p.id AND r.status = 'SUCCEEDED'
        WHERE p.account_id = $1 AND p.id = $7
        GROUP BY a.fees_on_refund, p.fee_minor, p.amount_minor
      ), noted AS (
        UPDATE service.refund SET fee_minor = fee FROM returned WHERE account_id = $1 AND id = $2 AND fee > 0
      ), booked AS (
        INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, refund_id, created_at)
        SELECT $1, $2, ledger, 'refund_succeeded', amount, $4, $2, $5
        FROM returned, LATERAL (
          VALUES ('clearing', $3::bigint), ('available', fee - $3::bigint), ('fees', -fee)
        ) AS legs (ledger, amount) WHERE ledger <> 'fees' OR amount <> 0
      ), summed AS (
        INSERT INTO service.balance_part AS b (account_id, part, payments, gross_minor, fee_minor, refund_minor)
        SELECT $1, abs(hashtext($2) % $6), 0, 0, 0, $3::bigint - fee FROM returned
        ON CONFLICT (account_id, part) DO UPDATE SET refund_minor = b.refund_minor + excluded.refund_minor
      )
      SELECT fee AS fee_minor FROM returned`,
    values: [accountId, refundId, amountMinor, currency, now, BALANCE_PARTS, paymentId],
  })
  if (!rows[0]) throw new Error(`the payment of ${refundId} is gone`)
  return rows[0].fee_minor
}

/** Books a reversed refund: its rows again with opposite signs. A second booking violates the primary key. */
export async function bookReversedRefund(
  tx: Queryable,
  { accountId, refundId, now }: Pick<SucceededRefund, 'accountId' | 'refundId' | 'now'>,
): Promise<void> {
  await tx.query({
    name: 'book-reversed-refund',
    text: `WITH booked AS (
        INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, refund_id, created_at)
        SELECT account_id, transaction_id || ':failed', ledger, kind, -amount_minor, currency, refund_id, $3
        FROM service.ledger_entry WHERE account_id = $1 AND transaction_id = $2
        RETURNING ledger, amount_minor
      )
      INSERT INTO service.balance_part AS b (account_id, part, payments, gross_minor, fee_minor, refund_minor)
      SELECT $1, abs(hashtext($2) % $4), 0, 0, 0, -amount_minor FROM booked WHERE ledger = 'available'
      ON CONFLICT (account_id, part) DO UPDATE SET refund_minor = b.refund_minor + excluded.refund_minor`,
    values: [accountId, refundId, now, BALANCE_PARTS],
  })
}

/** A dispute that opens, or that is won. Amounts in minor units. */
interface BookedDispute {
  account_id: string
  id: string
  amount_minor: number
  fee_minor: number
  currency: string
}

/** Books a dispute's step as it is made, with the movement for the next settlement; never twice. */
export async function bookDispute(
  tx: Queryable,
  { account_id, id, amount_minor, fee_minor, currency }: BookedDispute,
  kind: 'opened' | 'won',
  now: Date,
): Promise<void> {
  const sign = kind === 'opened' ? 1 : -1
  await tx.query({
    name: 'book-dispute',
    text: `WITH moved AS (
        INSERT INTO service.dispute_movement (account_id, dispute_id, kind, amount_minor, created_at)
        VALUES ($1, $2, $3, $4::bigint + $5::bigint, $7)
      ), booked AS (
        INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, dispute_id, created_at)
        SELECT $1, $2 || ':' || $3, ledger, 'dispute_' || $3, amount, $6, $2, $7
        FROM (VALUES ('clearing', $4::bigint), ('fees', $5::bigint), ('available', -$4::bigint - $5::bigint)) AS legs (ledger, amount)
      )
      INSERT INTO service.balance_part AS b (account_id, part, payments, gross_minor, fee_minor, dispute_minor)
      VALUES ($1, abs(hashtext($2) % $8), 0, 0, 0, $4::bigint + $5::bigint)
      ON CONFLICT (account_id, part) DO UPDATE SET dispute_minor = b.dispute_minor + excluded.dispute_minor`,
    values: [account_id, id, kind, sign * amount_minor, sign * fee_minor, currency, now, BALANCE_PARTS],
  })
}

/** A settlement, minor units: net = gross − fee − refunds (less returned fees) − disputes − debt. */
export interface GeneratedSettlement {
  account_id: string
  id: string
  currency: string
  gross_minor: number
  fee_minor: number
  refund_minor: number
  dispute_minor: number
  debt_minor: number
  net_minor: number
  payment_count: number
}

/** Part of the running sums from which settlements subtract: no approval writes there. */
const SETTLED_PART = -1

/** Books a settlement as it is generated: available money moves to in transit, or into the debt. */
export async function bookCreatedSettlement(
  tx: Queryable,
  settlement: GeneratedSettlement,
  now: Date,
): Promise<void> {
  const {
    account_id,
    id,
    currency,
    gross_minor,
    fee_minor,
    refund_minor,
    dispute_minor,
    debt_minor,
    net_minor,
  } = settlement
  await tx.query({
    name: 'book-settlement-created',
    text: `INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, settlement_id, created_at)
      SELECT $1, $2, ledger, 'settlement_created', amount, $3, $2, $4
      FROM (VALUES ('available', $5::bigint), ('debt', $6::bigint), ('in_transit', $7::bigint)) AS legs (ledger, amount)
      WHERE amount <> 0`,
    values: [
      account_id,
      id,
      currency,
      now,
      fee_minor + refund_minor + dispute_minor - gross_minor,
      debt_minor + Math.min(net_minor, 0),
      Math.max(net_minor, 0),
    ],
  })
  await tx.query({
    name: 'balance-settled',
    text: `INSERT INTO service.balance_part AS b (account_id, part, payments, gross_minor, fee_minor, refund_minor, dispute_minor)
      VALUES ($1, ${SETTLED_PART}, -$2::bigint, -$3::bigint, -$4::bigint, -$5::bigint, -$6::bigint)
      ON CONFLICT (account_id, part) DO UPDATE SET payments = b.payments + excluded.payments,
        gross_minor = b.gross_minor + excluded.gross_minor, fee_minor = b.fee_minor + excluded.fee_minor,
        refund_minor = b.refund_minor + excluded.refund_minor, dispute_minor = b.dispute_minor + excluded.dispute_minor`,
    values: [account_id, settlement.payment_count, gross_minor, fee_minor, refund_minor, dispute_minor],
  })
}

/** Returns the transaction id under which a settlement's transfer is booked. */
function paidTransactionOf(settlementId: string): string {
  return `${settlementId}:paid`
}

/** Books a sent transfer, in the transaction that makes its settlement PAID: from in transit to paid out. */
export async function bookPaidSettlement(
  tx: Queryable,
  {
    account_id,
    id,
    currency,
    net_minor,
  }: Pick<GeneratedSettlement, 'account_id' | 'id' | 'currency' | 'net_minor'>,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'book-settlement-paid',
    text: `INSERT INTO service.ledger_entry (account_id, transaction_id, ledger, kind, amount_minor, currency, settlement_id, created_at)
      VALUES ($1, $2, 'in_transit', 'settlement_paid', -$3::bigint, $4, $5, $6),
             ($1, $2, 'paid_out', 'settlement_paid', $3::bigint, $4, $5, $6)`,
    values: [account_id, paidTransactionOf(id), net_minor, currency, id, now],
  })
}
