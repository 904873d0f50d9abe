import type { Balance } from '@/lib/contract/balance'
import { ppmToPercent } from '@/lib/domain/fee'
import { toMajor } from '@/lib/domain/money'
import { findRow } from '@/lib/platform/database'
import type { ServiceContext } from '@/lib/service/context'

/** Sums in minor units; null = no rows. */
interface BalanceRow {
  payments: number | null
  gross: number | null
  fee: number | null
  refunds: number | null
  disputes: number | null
  debt: number | null
  in_transit: number | null
  paid_out: number | null
  percent_ppm: number
  fixed_minor: number
}

/** Returns the account's balance (contract: GET /balance) by one statement, so at one instant. */
export async function getBalance(ctx: ServiceContext, { currency }: { currency: string }): Promise<Balance> {
  const row = await findRow<BalanceRow>(ctx.db, {
    name: 'get-balance',
    text: `SELECT a.payments, a.gross, a.fee, a.refunds, a.disputes, m.in_transit, m.paid_out, f.percent_ppm, f.fixed_minor, (
          SELECT greatest(-net_minor, 0) FROM service.settlement WHERE account_id = $1 ORDER BY period_end DESC LIMIT 1
        ) AS debt
      FROM (
        SELECT sum(payments)::bigint AS payments, sum(gross_minor)::bigint AS gross, sum(fee_minor)::bigint AS fee,
          sum(refund_minor)::bigint AS refunds, sum(dispute_minor)::bigint AS disputes
        FROM service.balance_part WHERE account_id = $1
      ) a, (
        SELECT (sum(net_minor) FILTER (WHERE status = 'PENDING'))::bigint AS in_transit,
          (sum(net_minor) FILTER (WHERE status = 'PAID'))::bigint AS paid_out
        FROM service.settlement WHERE account_id = $1 AND net_minor > 0
      ) m, (
        SELECT percent_ppm, fixed_minor FROM service.fee_schedule
        WHERE account_id = $1 AND valid_from <= $2 ORDER BY valid_from DESC LIMIT 1
      ) f`,
    values: [ctx.accountId, ctx.now()],
  })
  if (!row) throw new Error(`account ${ctx.accountId} has no fee schedule in force`)
  const { payments, percent_ppm, fixed_minor } = row
  const gross = row.gross ?? 0
  const fee = row.fee ?? 0
  const refunds = row.refunds ?? 0
  const disputes = row.disputes ?? 0
  const debt = row.debt ?? 0
  const major = (amountMinor: number) => toMajor(amountMinor, currency)
  return {
    object: 'balance',
    currency,
    available: {
      payment_count: payments ?? 0,
      gross_amount: major(gross),
      fee_amount: major(fee),
      net_amount: major(gross - fee - refunds - disputes - debt),
      debt_amount: major(debt),
      ...(refunds !== 0 ? { refund_amount: major(refunds) } : {}),
      ...(disputes !== 0 ? { dispute_amount: major(disputes) } : {}),
    },
    in_transit: major(row.in_transit ?? 0),
    paid_out: major(row.paid_out ?? 0),
    fee_schedule: { percent: ppmToPercent(percent_ppm), fixed: major(fixed_minor) },
  }
}
