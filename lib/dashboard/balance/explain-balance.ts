import type { Balance } from '@/lib/contract/balance'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { decimalsInMirror, mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import { Refusal } from '@/lib/dashboard/refusal'
import type { BalanceFigure, ExplainedRow, Explanation } from '@/lib/dashboard/schema/balance'
import { knownBalance } from './known-balance'

/** Rows of an explanation; the list shows the rest. */
const ROWS_MAX = 20

/**
 * Opens a figure of the balance as the host last answered it: its equation, the mirrored rows, and the check that they sum. Sums
 * are of whole minor units. Throws Refusal `resource_not_found` where the host never answered.
 */
export async function explainBalance(ctx: ConnectionContext, figure: BalanceFigure): Promise<Explanation> {
  const known = await knownBalance(ctx)
  if (!known) throw new Refusal('resource_not_found')
  return figure === 'available'
    ? explainAvailable(ctx, known.balance)
    : explainSettlements(ctx, known.balance, figure)
}

interface Rows {
  count: number
  minor: string
  fees: number
  fee_minor: string
}

interface Row {
  id: string
  payer: string | null
  created_at: Date
  minor: string
  fee_minor: string | null
}

/** Condition of the partial index `mirror_payment_unsettled`, of one currency. */
const UNSETTLED = `connection_id = $1 AND settlement_id IS NULL AND status = 'APPROVED' AND currency = $2 AND missing_at IS NULL`
/** Minor units of a payment's fee, cut as the mirror cuts; null where it is not a number. */
const FEE_MINOR = `CASE WHEN jsonb_typeof(snapshot -> 'fee_amount') = 'number'
  THEN trunc((snapshot ->> 'fee_amount')::numeric * power(10::numeric, $3::integer)) END`

async function explainAvailable(
  { db, connectionId }: ConnectionContext,
  { currency, available }: Balance,
): Promise<Explanation> {
  const values = [connectionId, currency, decimalsInMirror(currency)]
  const [sums, newest] = await Promise.all([
    db.query<Rows>({
      name: 'unsettled-sums',
      text: `SELECT count(*)::integer AS count, COALESCE(sum(amount_minor), 0)::text AS minor, count(fee)::integer AS fees,
          COALESCE(sum(fee), 0)::bigint::text AS fee_minor
        FROM (SELECT amount_minor, ${FEE_MINOR} AS fee FROM dashboard.mirror_payment WHERE ${UNSETTLED}) AS waiting`,
      values,
    }),
    db.query<Row>({
      name: 'unsettled-newest',
      text: `SELECT id, COALESCE(NULLIF(payer_name, ''), payer_email) AS payer, created_at, amount_minor::text AS minor,
          (${FEE_MINOR})::bigint::text AS fee_minor
        FROM dashboard.mirror_payment WHERE ${UNSETTLED} ORDER BY created_at DESC, id DESC LIMIT ${ROWS_MAX}`,
      values,
    }),
  ])
  const { gross_amount, fee_amount, net_amount, debt_amount: debt, payment_count } = available
  const minorOf = (amount: number) => mirrorAmount(amount, currency)
  const grossMinor = minorOf(gross_amount)
  const feeMinor = minorOf(fee_amount)
  const debtMinor = typeof debt === 'number' ? minorOf(debt) : null
  const { count, minor, fees, fee_minor } = sums.rows[0] ?? { count: 0, minor: 0, fees: 0, fee_minor: 0 }
  const shown = (amountMinor: bigint) => shownAmount(amountMinor, currency)
  const unexplained = minorOf(net_amount) - (grossMinor - feeMinor - (debtMinor ?? 0n))
  const difference = grossMinor - BigInt(minor)
  const areFeesRight = fees < count || BigInt(fee_minor) === feeMinor
  return {
    figure: 'available',
    currency,
    amount: net_amount,
    terms: [
      { key: 'gross', amount: gross_amount, count: payment_count },
      { key: 'fees', amount: shown(-feeMinor), count: null },
      { key: 'debt', amount: debtMinor === null ? null : shown(-debtMinor), count: null },
    ],
    unexplained: shown(unexplained),
    rows: newest.rows.map((row) => explainedRow(row, currency)),
    count,
    sum: shown(BigInt(minor)),
    difference: shown(difference),
    fees: { sum: shown(BigInt(fee_minor)), reported: fees },
    adds_up: unexplained === 0n && difference === 0n && areFeesRight,
  }
}

const statusOf = { in_transit: 'PENDING', paid_out: 'PAID' } as const

async function explainSettlements(
  { db, connectionId }: ConnectionContext,
  balance: Balance,
  figure: keyof typeof statusOf,
): Promise<Explanation> {
  const { currency } = balance
  const values = [connectionId, statusOf[figure], currency]
  const condition = 'connection_id = $1 AND status = $2 AND currency = $3 AND missing_at IS NULL'
  const [sums, newest] = await Promise.all([
    db.query<Pick<Rows, 'count' | 'minor'>>({
      name: 'settlement-sums',
      text: `SELECT count(*)::integer AS count, COALESCE(sum(net_minor), 0)::text AS minor
        FROM dashboard.mirror_settlement WHERE ${condition}`,
      values,
    }),
    db.query<Row>({
      name: 'settlements-newest',
      text: `SELECT id, NULL AS payer, created_at, net_minor::text AS minor, NULL AS fee_minor
        FROM dashboard.mirror_settlement WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT ${ROWS_MAX}`,
      values,
    }),
  ])
  const { count, minor } = sums.rows[0] ?? { count: 0, minor: 0 }
  const sum = shownAmount(BigInt(minor), currency)
  const unexplained = mirrorAmount(balance[figure], currency) - BigInt(minor)
  return {
    figure,
    currency,
    amount: balance[figure],
    terms: [{ key: 'settlements', amount: sum, count }],
    unexplained: shownAmount(unexplained, currency),
    rows: newest.rows.map((row) => explainedRow(row, currency)),
    count,
    sum,
    difference: 0,
    fees: null,
    adds_up: unexplained === 0n,
  }
}

function explainedRow({ id, payer, created_at, minor, fee_minor }: Row, currency: string): ExplainedRow {
  return {
    id,
    payer,
    at: created_at.toISOString(),
    amount: shownAmount(BigInt(minor), currency),
    fee: fee_minor === null ? null : shownAmount(BigInt(fee_minor), currency),
  }
}
