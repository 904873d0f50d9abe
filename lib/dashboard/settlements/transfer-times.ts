import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { newestFirst, oldestFirst } from '@/lib/dashboard/reads/keyset'
import { addWorkingDays, dayIn, workingDaysBetween } from '@/lib/domain/calendar-days'

/** Settlement whose transfer had usually left by `expected`, a calendar day of the zone. */
export type LateSettlement = { id: string; amount: number; currency: string; expected: string }

/**
 * Working days from a settlement to its transfer, from the account's own paid settlements; nine of ten are between
 * `earliest` and `usual`. Null if fewer than three were paid.
 */
export type TransferTimes = { earliest: number; usual: number; settlements: number } | null

const HISTORY_DAYS = 90
const HISTORY_MAX = 100
/** Fewest settlements from which times are derived. */
const SETTLEMENTS_MIN = 3
/** Share of the settlements whose transfer had left by the last usual day. */
const USUAL_SHARE = 0.9
const DAY_MS = 86_400_000

/** Returns the working days that the account's own transfers took to leave; null if too few were paid recently. */
export async function transferTimes({
  prisma,
  connectionId,
  account,
  now,
}: Pick<ConnectionContext, 'prisma' | 'connectionId' | 'account' | 'now'>): Promise<TransferTimes> {
  const since = new Date(now().getTime() - HISTORY_DAYS * DAY_MS)
  const paid = await prisma.mirrorSettlement.findMany({
    where: {
      connectionId,
      status: 'PAID',
      createdAt: { gte: since },
      paidAt: { not: null },
      missingAt: null,
    },
    orderBy: newestFirst,
    take: HISTORY_MAX,
    select: { createdAt: true, paidAt: true },
  })
  const dayOf = (instant: Date) => dayIn(instant.getTime(), account.timezone)
  const days = paid.flatMap(({ createdAt, paidAt }) =>
    paidAt === null ? [] : [workingDaysBetween(dayOf(createdAt), dayOf(paidAt))],
  )
  return usualTimes(days)
}

/** Returns the fewest working days, and the number within which nine of ten transfers left. */
export function usualTimes(workingDays: readonly number[]): TransferTimes {
  const sorted = workingDays.toSorted((a, b) => a - b)
  const [earliest] = sorted
  const usual = sorted[Math.ceil(sorted.length * USUAL_SHARE) - 1]
  if (sorted.length < SETTLEMENTS_MIN || earliest === undefined || usual === undefined) return null
  return { earliest, usual, settlements: sorted.length }
}

/** Returns the last usual day of the transfer of a settlement created on `day`; null without a history. */
export function expectedBy(day: string, times: TransferTimes): string | null {
  return times && addWorkingDays(day, times.usual)
}

/** Returns whether a calendar day of the zone is over. `now` in milliseconds. */
export function isOver(day: string, { now, timeZone }: { now: number; timeZone: string }): boolean {
  return dayIn(now, timeZone) > day
}

const ON_THEIR_WAY_MAX = 100

/** Returns the settlements whose transfer had usually left by now, oldest first; none without a history of transfers. */
export async function lateSettlements(ctx: ConnectionContext): Promise<LateSettlement[]> {
  const { connectionId, prisma, account } = ctx
  const today = { now: ctx.now().getTime(), timeZone: account.timezone }
  const [times, rows] = await Promise.all([
    transferTimes(ctx),
    prisma.mirrorSettlement.findMany({
      where: { connectionId, status: 'PENDING', missingAt: null },
      orderBy: oldestFirst,
      take: ON_THEIR_WAY_MAX,
    }),
  ])
  return rows.flatMap(({ id, netMinor, currency, createdAt }) => {
    const expected = expectedBy(dayIn(createdAt.getTime(), account.timezone), times)
    if (expected === null || !isOver(expected, today)) return []
    return [{ id, amount: shownAmount(netMinor, currency), currency, expected }]
  })
}
