import * as z from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { decimalsInMirror, remainderOf } from '@/lib/dashboard/mirror/mirror-amount'
import { payerLabel } from '@/lib/dashboard/payments/shown-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { netTerms } from '@/lib/domain/net-terms'
import { raw, sql } from '@/lib/platform/sql'
import { knownBalance } from './refresh-balance'
import { type BalanceFigure, balanceFigures } from './shape'

/** A figure, and when the host returned it: a newer balance has its own explanation. */
export const explanationFilterSchema = z.object({ figure: z.enum(balanceFigures), at: z.string().optional() })

/** Rows of an explanation; the list has the rest. */
const ROWS_MAX = 20

const settlementsIn = (status: 'PENDING' | 'PAID') => (connectionId: string, currency: string) =>
  sql`
  SELECT id, NULL AS name, NULL AS email, period_start, period_end, created_at, net_minor AS minor, NULL::numeric AS fee
  FROM dashboard.mirror_settlement
  WHERE connection_id = ${connectionId} AND currency = ${currency} AND status = ${status} AND missing_at IS NULL`

/** Rows that a figure consists of; payments by the partial index `mirror_payment_unsettled`. */
const sources: Readonly<Record<BalanceFigure, ReturnType<typeof settlementsIn>>> = {
  available: (connectionId, currency) => sql`
    SELECT id, payer_name AS name, payer_email AS email, NULL::timestamptz AS period_start,
      NULL::timestamptz AS period_end, created_at, amount_minor AS minor,
      CASE WHEN jsonb_typeof(snapshot -> 'fee_amount') = 'number' THEN (snapshot ->> 'fee_amount')::numeric END AS fee
    FROM dashboard.mirror_payment
    WHERE connection_id = ${connectionId} AND settlement_id IS NULL AND status = 'APPROVED' AND currency = ${currency}
      AND missing_at IS NULL`,
  in_transit: settlementsIn('PENDING'),
  paid_out: settlementsIn('PAID'),
}

/** Signed term of an equation, in major units; the first one with the number of its objects. */
interface Term {
  key: ReturnType<typeof netTerms>[number]['key'] | 'settlements'
  amount: number
  count?: number
}

interface SourceRow {
  id: string
  name: string | null
  email: string | null
  period_start: Date | null
  period_end: Date | null
  created_at: Date
  amount: number
  fee: number | null
  count: number
  sum: number
  reported: number
  fees: number | null
}

/**
 * Explains a figure of the host's last balance: its equation, the mirrored rows, and the check that they add up to the
 * minor unit; payers are masked by role. Throws Refusal `resource_not_found` if there is no balance yet.
 */
export async function explainBalance(ctx: ConnectionContext, figure: BalanceFigure, role: MemberRole) {
  const known = await knownBalance(ctx)
  if (!known) throw new Refusal('resource_not_found')
  const { currency, available, ...figures } = known.balance
  const unit = 10 ** decimalsInMirror(currency)
  const { rows } = await ctx.db.query<SourceRow>(sql`
    SELECT id, name, email, period_start, period_end, created_at, (minor / ${unit}::numeric)::float8 AS amount,
      fee::float8 AS fee, (count(*) OVER ())::integer AS count, (sum(minor) OVER () / ${unit}::numeric)::float8 AS sum,
      (count(fee) OVER ())::integer AS reported, (sum(fee) OVER ())::float8 AS fees
    FROM (${sources[figure](ctx.connectionId, currency)}) AS source
    ORDER BY created_at DESC, id DESC LIMIT ${raw(ROWS_MAX)}`)
  const { count = 0, sum = 0, reported = 0, fees = 0 } = rows[0] ?? {}
  const isPayments = figure === 'available'
  const amount = isPayments ? available.net_amount : figures[figure]
  const terms: Term[] = isPayments
    ? netTerms(available).map((term) =>
        term.key === 'gross' ? { ...term, count: available.payment_count } : term,
      )
    : [{ key: 'settlements', amount: sum, count }]
  const unexplained = remainderOf(
    amount,
    terms.map((term) => term.amount),
    currency,
  )
  const difference = remainderOf(terms[0]?.amount ?? 0, [sum], currency)
  const feesDiffer = reported === count && remainderOf(available.fee_amount, [fees ?? 0], currency) !== 0
  return {
    figure,
    currency,
    /** The host's own figure, and the part of it that the terms do not explain. */
    amount,
    terms,
    unexplained,
    rows: rows.map(({ id, name, email, period_start: start, period_end: end, created_at, ...money }) => ({
      id,
      payer: isPayments ? payerLabel({ name: name ?? '', email: email ?? '' }, role) : null,
      period: start && end && { period_start: start.toISOString(), period_end: end.toISOString() },
      at: created_at.toISOString(),
      amount: money.amount,
      fee: money.fee,
    })),
    /** Number and sum of all mirrored rows; `difference` is the first term minus that sum. */
    count,
    sum,
    difference,
    /** Sum of the rows' fees, and the number of rows that report theirs; null for settlements. */
    fees: isPayments ? { sum: fees ?? 0, reported } : null,
    adds_up: unexplained === 0 && difference === 0 && !(isPayments && feesDiffer),
  }
}
