import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { oldestFirst } from '@/lib/dashboard/reads/keyset'
import { type ObjectSource, problemOf } from '@/lib/dashboard/reads/read-object'
import { expectedBy, transferTimes } from '@/lib/dashboard/settlements/transfer-times'
import { monthIn } from '@/lib/domain/calendar-months'
import { settlementDays } from '@/lib/domain/settlement-days'
import { knownBalance, refreshBalance } from './refresh-balance'

/** Longest wait of a page for a slow host; then it keeps the last response. */
const HOST_TIMEOUT_MS = 3_000

/**
 * Returns the balance with its age: the host's current response, or the last one with the reason why there is no newer
 * one. The next settlement is that of the current period, by the account's schedule.
 */
export async function balanceView(ctx: ConnectionContext, from: ObjectSource = 'host') {
  const { prisma, connectionId } = ctx
  const { timezone, settlement_schedule: schedule = null } = ctx.account
  const [{ known, confirmed, problem }, times, first] = await Promise.all([
    from === 'host' ? askHost(ctx) : { known: await knownBalance(ctx), confirmed: null, problem: null },
    transferTimes(ctx),
    prisma.mirrorSettlement.findFirst({
      where: { connectionId },
      orderBy: oldestFirst,
      select: { createdAt: true },
    }),
  ])
  const balance = known?.balance ?? null
  const days = settlementDays(ctx.now().toISOString(), schedule, timezone)
  return {
    balance,
    at: known?.at.toISOString() ?? null,
    confirmed,
    problem,
    /** Null if the host does not report its schedule. */
    next: days && {
      ...days,
      /** Net collected for it so far, in major units; null without a balance. */
      net: balance?.available.net_amount ?? null,
      /** Last day on which its transfer usually leaves; null without a history. */
      arrives: expectedBy(days.made, times),
    },
    /** Month of the oldest settlement (`2026-11`); null without one. */
    firstMonth: first && monthIn(first.createdAt.getTime(), timezone),
  }
}

/** Asks the host; `confirmed` is false if it did not respond, `problem` then has the reason. */
async function askHost(ctx: ConnectionContext) {
  try {
    const known = await refreshBalance(ctx, AbortSignal.timeout(HOST_TIMEOUT_MS))
    return { known, confirmed: true, problem: null }
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ problem: error.message, requestId: error.requestId }, 'the balance was not confirmed')
    return { known: await knownBalance(ctx), confirmed: false, problem: problemOf(error) }
  }
}
