import type { ConnectionContext } from '@/lib/dashboard/context'
import type { BankPeriod, PaidSettlements } from '@/lib/dashboard/schema/statement'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { addDays, dayIn, startOfDay } from '@/lib/domain/calendar-days'

/** Days before the first line in which its transfer may have left, for the slowest bank. */
const BEFORE_DAYS = 45
/** Days after the last line: a bank in another zone may date a line before the transfer. */
const AFTER_DAYS = 2
/** Most settlements of a response; more than 5,000 lines can match. */
const SETTLEMENTS_MAX = 10_000

/** Returns the settlements whose transfers left or were on their way around a period, oldest first. */
export async function paidSettlements(
  ctx: ConnectionContext,
  { from, to }: BankPeriod,
): Promise<PaidSettlements> {
  const {
    db,
    connectionId,
    account: { currency, timezone },
  } = ctx
  const { rows } = await db.query<PaidRow>({
    name: 'paid-settlements',
    text: `SELECT id, reference, paid_at, created_at, status, net_minor::text AS net, payment_count AS payments
      FROM dashboard.mirror_settlement
      WHERE connection_id = $1 AND currency = $2 AND missing_at IS NULL AND status IN ('PAID', 'PENDING')
        AND (paid_at >= $3 AND paid_at < $4 OR paid_at IS NULL AND created_at >= $3 AND created_at < $4)
      ORDER BY COALESCE(paid_at, created_at), id LIMIT ${SETTLEMENTS_MAX + 1}`,
    values: [
      connectionId,
      currency,
      new Date(startOfDay(addDays(from, -BEFORE_DAYS), timezone)),
      new Date(startOfDay(addDays(to, AFTER_DAYS), timezone)),
    ],
  })
  return {
    complete: rows.length <= SETTLEMENTS_MAX,
    known_until: await knownUntil(ctx),
    settlements: rows
      .slice(0, SETTLEMENTS_MAX)
      .map(({ id, reference, paid_at, created_at, status, net, payments }) => ({
        id,
        reference,
        pending_day: status === 'PENDING' ? dayIn(created_at.getTime(), timezone) : null,
        paid_day: paid_at && dayIn(paid_at.getTime(), timezone),
        net_minor: net,
        payments,
      })),
  }
}

/** Returns the time up to which the mirror has every settlement: the start of the last comparison. Null if it is live. */
async function knownUntil(ctx: ConnectionContext): Promise<PaidSettlements['known_until']> {
  const { state } = await mirrorHealth(ctx)
  if (state === 'live') return null
  const { rows } = await ctx.db.query<{ at: Date | null }>({
    name: 'settlements-known-until',
    text: `SELECT max(started_at) AS at FROM dashboard.sync_run WHERE connection_id = $1 AND state = 'DONE'`,
    values: [ctx.connectionId],
  })
  const at = rows[0]?.at ?? new Date(0)
  return { at: at.toISOString(), day: dayIn(at.getTime(), ctx.account.timezone) }
}

interface PaidRow {
  id: string
  reference: string | null
  paid_at: Date | null
  created_at: Date
  status: 'PAID' | 'PENDING'
  net: string
  payments: number
}
