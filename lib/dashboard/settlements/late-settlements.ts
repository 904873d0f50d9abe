import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import type { LateSettlement } from '@/lib/dashboard/schema/overview'
import { dayIn } from '@/lib/domain/calendar-days'
import { expectedBy, isOver, transferTimes } from './transfer-times'

/** Settlements in transit that are read, oldest first. */
const ON_THEIR_WAY_MAX = 100

/** Returns the settlements whose transfer had usually left by now, oldest first; none without a history of transfers. */
export async function lateSettlements(ctx: ConnectionContext): Promise<LateSettlement[]> {
  const [times, { rows }] = await Promise.all([
    transferTimes(ctx),
    ctx.db.query<{ id: string; net: string; currency: string; created_at: Date }>({
      name: 'settlements-on-their-way',
      text: `SELECT id, net_minor::text AS net, currency, created_at FROM dashboard.mirror_settlement
        WHERE connection_id = $1 AND status = 'PENDING' AND missing_at IS NULL
        ORDER BY created_at, id LIMIT ${ON_THEIR_WAY_MAX}`,
      values: [ctx.connectionId],
    }),
  ])
  const { timezone: timeZone } = ctx.account
  return rows.flatMap(({ id, net, currency, created_at }) => {
    const expected = expectedBy(dayIn(created_at.getTime(), timeZone), times)
    if (expected === null || !isOver(expected, { now: ctx.now().getTime(), timeZone })) return []
    return [{ id, amount: shownAmount(BigInt(net), currency), currency, expected }]
  })
}
