import type { Balance } from '@/lib/contract/balance'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { decimalsInMirror, mirrorAmount, shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { payerLabel } from '@/lib/dashboard/payments/shown-payment'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { Refusal } from '@/lib/dashboard/refusal'
import type { BalanceFigure, Explanation } from '@/lib/dashboard/schema/balance'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { knownBalance } from './refresh-balance'

/** Rows of an explanation; the list has the rest. */
const ROWS_MAX = 20

/**
 * Explains a figure of the host's last balance: its equation, the mirrored rows, and the check that they add up. Sums are
 * whole minor units; payers are masked by role. Throws Refusal `resource_not_found` if there is no balance yet.
 */
export async function explainBalance(
  ctx: ConnectionContext,
  figure: BalanceFigure,
  role: MemberRole,
): Promise<Explanation> {
  const known = await knownBalance(ctx)
  if (!known) throw new Refusal('resource_not_found')
  return figure === 'available'
    ? explainAvailable(ctx, known.balance, role)
    : explainSettlements(ctx, known.balance, figure)
}

async function explainAvailable(
  ctx: ConnectionContext,
  { currency, available }: Balance,
  role: MemberRole,
): Promise<Explanation> {
  const [{ count, minor, fees, feeMinor: feesOfRows }, newest] = await Promise.all([
    unsettledSums(ctx, currency),
    newestUnsettled(ctx, currency, ROWS_MAX),
  ])
  const {
    gross_amount,
    fee_amount,
    net_amount,
    refund_amount,
    dispute_amount,
    debt_amount: debt,
    payment_count,
  } = available
  const minorOf = (amount: number) => mirrorAmount(amount, currency)
  const shown = (amountMinor: bigint) => shownAmount(amountMinor, currency)
  const grossMinor = minorOf(gross_amount)
  const feeMinor = minorOf(fee_amount)
  const debtMinor = typeof debt === 'number' ? minorOf(debt) : null
  const refundMinor = minorOf(refund_amount ?? 0)
  const disputeMinor = minorOf(dispute_amount ?? 0)
  const unexplained =
    minorOf(net_amount) - (grossMinor - feeMinor - refundMinor - disputeMinor - (debtMinor ?? 0n))
  const difference = grossMinor - minor
  const areFeesRight = fees < count || feesOfRows === feeMinor
  return {
    figure: 'available',
    currency,
    amount: net_amount,
    terms: [
      { key: 'gross', amount: gross_amount, count: payment_count },
      { key: 'fees', amount: shown(-feeMinor), count: null },
      ...(refundMinor === 0n ? [] : [{ key: 'refunds' as const, amount: shown(-refundMinor), count: null }]),
      ...(disputeMinor === 0n
        ? []
        : [{ key: 'disputes' as const, amount: shown(-disputeMinor), count: null }]),
      { key: 'debt', amount: debtMinor === null ? null : shown(-debtMinor), count: null },
    ],
    unexplained: shown(unexplained),
    rows: newest.map(
      ({ id, payer_name: name, payer_email: email, created_at, minor: amount, fee_minor: fee }) => ({
        id,
        payer: payerLabel({ name, email }, role),
        period: null,
        at: created_at.toISOString(),
        amount: shown(BigInt(amount)),
        fee: fee === null ? null : shown(BigInt(fee)),
      }),
    ),
    count,
    sum: shown(minor),
    difference: shown(difference),
    fees: { sum: shown(feesOfRows), reported: fees },
    adds_up: unexplained === 0n && difference === 0n && areFeesRight,
  }
}

const statusOf = { in_transit: 'PENDING', paid_out: 'PAID' } as const

async function explainSettlements(
  { prisma, connectionId }: ConnectionContext,
  balance: Balance,
  figure: keyof typeof statusOf,
): Promise<Explanation> {
  const { currency } = balance
  const where = { connectionId, status: statusOf[figure], currency, missingAt: null }
  const [{ _count: count, _sum }, newest] = await Promise.all([
    prisma.mirrorSettlement.aggregate({ where, _count: true, _sum: { netMinor: true } }),
    prisma.mirrorSettlement.findMany({
      where,
      orderBy: newestFirst,
      take: ROWS_MAX,
      select: { id: true, createdAt: true, netMinor: true, periodStart: true, periodEnd: true },
    }),
  ])
  const minor = _sum.netMinor ?? 0n
  const shown = (amountMinor: bigint) => shownAmount(amountMinor, currency)
  const unexplained = mirrorAmount(balance[figure], currency) - minor
  return {
    figure,
    currency,
    amount: balance[figure],
    terms: [{ key: 'settlements', amount: shown(minor), count }],
    unexplained: shown(unexplained),
    rows: newest.map(({ id, createdAt, netMinor, periodStart, periodEnd }) => ({
      id,
      payer: null,
      period: { period_start: periodStart.toISOString(), period_end: periodEnd.toISOString() },
      at: createdAt.toISOString(),
      amount: shown(netMinor),
      fee: null,
    })),
    count,
    sum: shown(minor),
    difference: 0,
    fees: null,
    adds_up: unexplained === 0n,
  }
}

type Scope = Pick<ConnectionContext, 'db' | 'connectionId'>

/** Approved payments of one currency without a settlement, by the partial index `mirror_payment_unsettled`. */
const UNSETTLED = `dashboard.mirror_payment WHERE connection_id = $1 AND settlement_id IS NULL AND status = 'APPROVED'
  AND currency = $2 AND missing_at IS NULL`
/** Minor units of a payment's fee, truncated like the mirror's amounts; null if it is not a number. */
const FEE_MINOR = `CASE WHEN jsonb_typeof(snapshot -> 'fee_amount') = 'number'
  THEN trunc((snapshot ->> 'fee_amount')::numeric * power(10::numeric, $3::integer)) END`

/** Count and sums, in minor units, of payments and of their reported fees. */
interface UnsettledSums {
  count: number
  minor: bigint
  fees: number
  feeMinor: bigint
}

/** Returns the sums of the mirrored payments without a settlement, optionally only those created before an instant. */
export async function unsettledSums(
  { db, connectionId }: Scope,
  currency: string,
  before: string | null = null,
): Promise<UnsettledSums> {
  const { rows } = await db.query<{ count: number; minor: string; fees: number; fee_minor: string }>({
    name: 'unsettled-sums',
    text: `SELECT count(*)::integer AS count, COALESCE(sum(amount_minor), 0)::text AS minor, count(fee)::integer AS fees,
        COALESCE(sum(fee), 0)::bigint::text AS fee_minor
      FROM (
        SELECT amount_minor, ${FEE_MINOR} AS fee FROM ${UNSETTLED}
          AND created_at < COALESCE($4::timestamptz, 'infinity')
      ) AS waiting`,
    values: [connectionId, currency, decimalsInMirror(currency), before],
  })
  const [{ count, minor, fees, fee_minor } = { count: 0, minor: 0, fees: 0, fee_minor: 0 }] = rows
  return { count, minor: BigInt(minor), fees, feeMinor: BigInt(fee_minor) }
}

/** A payment with its fee; null if it is not reported. */
interface UnsettledPayment {
  id: string
  payer_name: string
  payer_email: string
  created_at: Date
  minor: string
  fee_minor: string | null
}

/** Returns the newest mirrored payments without a settlement. */
async function newestUnsettled(
  { db, connectionId }: Scope,
  currency: string,
  limit: number,
): Promise<UnsettledPayment[]> {
  const { rows } = await db.query<UnsettledPayment>({
    name: 'unsettled-newest',
    text: `SELECT id, payer_name, payer_email, created_at, amount_minor::text AS minor,
        (${FEE_MINOR})::bigint::text AS fee_minor
      FROM ${UNSETTLED} ORDER BY created_at DESC, id DESC LIMIT $4`,
    values: [connectionId, currency, decimalsInMirror(currency), limit],
  })
  return rows
}
