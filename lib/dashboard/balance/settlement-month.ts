import { settlementStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import type { SettlementMonth } from '@/lib/dashboard/schema/balance'
import { settlementConditions } from '@/lib/dashboard/settlements/settlement-conditions'
import { dayIn } from '@/lib/domain/calendar-days'

/** Room for several per day; beyond that the list has the rest. */
const SETTLEMENTS_MAX = 200

/** Returns the settlements created in a calendar month of the account's zone, such as `2026-11`. */
export async function settlementMonth(ctx: ConnectionContext, month: string): Promise<SettlementMonth> {
  const rows = await ctx.prisma.mirrorSettlement.findMany({
    where: { AND: settlementConditions(ctx, { month }).listed, missingAt: null },
    orderBy: newestFirst,
    take: SETTLEMENTS_MAX,
    select: {
      id: true,
      createdAt: true,
      periodStart: true,
      periodEnd: true,
      netMinor: true,
      currency: true,
      status: true,
    },
  })
  return {
    settlements: rows.flatMap(
      ({ id, createdAt, periodStart, periodEnd, netMinor, currency, status: stored }) => {
        const status = settlementStatuses.find((known) => known === stored)
        const day = dayIn(createdAt.getTime(), ctx.account.timezone)
        const period = { period_start: periodStart.toISOString(), period_end: periodEnd.toISOString() }
        return status ? [{ id, day, ...period, net: shownAmount(netMinor, currency), currency, status }] : []
      },
    ),
  }
}
