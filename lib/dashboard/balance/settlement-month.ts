import { dayIn, startOfDay } from '@/lib/contract/calendar-days'
import { settlementStatuses } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import type { SettlementMonth } from '@/lib/dashboard/schema/balance'

/** Several a day; a host that makes more is read in the list. */
const SETTLEMENTS_MAX = 200

/** Returns the settlements that were made in a calendar month of the account's zone, such as `2026-11`. */
export async function settlementMonth(
  { prisma, connectionId, account: { timezone } }: ConnectionContext,
  month: string,
): Promise<SettlementMonth> {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const following = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  const bound = (of: string) => new Date(startOfDay(`${of.padStart(7, '0')}-01`, timezone))
  const rows = await prisma.mirrorSettlement.findMany({
    where: { connectionId, missingAt: null, createdAt: { gte: bound(month), lt: bound(following) } },
    orderBy: newestFirst,
    take: SETTLEMENTS_MAX,
    select: { id: true, createdAt: true, netMinor: true, currency: true, status: true },
  })
  return {
    settlements: rows.flatMap(({ id, createdAt, netMinor, currency, status: stored }) => {
      const status = settlementStatuses.find((known) => known === stored)
      const day = dayIn(createdAt.getTime(), timezone)
      return status ? [{ id, day, net: shownAmount(netMinor, currency), currency, status }] : []
    }),
  }
}
