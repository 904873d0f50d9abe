import type { Account } from '@/lib/contract/account'
import type { Balance } from '@/lib/contract/balance'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount, shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { oldestFirst } from '@/lib/dashboard/reads/keyset'
import { type ObjectSource, problemOf } from '@/lib/dashboard/reads/read-object'
import type { BalanceView, NextSettlement } from '@/lib/dashboard/schema/balance'
import type { TransferTimes } from '@/lib/dashboard/schema/settlement'
import { expectedBy, transferTimes } from '@/lib/dashboard/settlements/transfer-times'
import { dayIn, startOfDay } from '@/lib/domain/calendar-days'
import { monthIn } from '@/lib/domain/calendar-months'
import { settlementDays } from '@/lib/domain/settlement-days'
import { unsettledSums } from './explain-balance'
import { type KnownBalance, knownBalance, refreshBalance } from './refresh-balance'

/** Longest wait of a page for a slow host; then it keeps the last response. */
const HOST_TIMEOUT_MS = 3_000

/**
 * Returns the balance with its age: the host's current response, or the last one with the reason why there is no newer
 * one.
 */
export async function balanceView(ctx: ConnectionContext, from: ObjectSource = 'host'): Promise<BalanceView> {
  const [{ known, confirmed, problem }, times, oldest, firstMonth] = await Promise.all([
    from === 'host' ? askHost(ctx) : unasked(ctx),
    transferTimes(ctx),
    oldestUnsettled(ctx),
    firstMonthOf(ctx),
  ])
  const balance = known?.balance ?? null
  const next = nextSettlement({ account: ctx.account, balance, oldest, times, now: ctx.now() })
  return {
    balance,
    at: known?.at.toISOString() ?? null,
    confirmed,
    problem,
    next: next?.isDue && balance ? { ...next, net: await netOfDue(ctx, balance, next.made) } : next,
    transferTimes: times,
    firstMonth,
  }
}

type Asked = { known: KnownBalance | null } & Pick<BalanceView, 'confirmed' | 'problem'>

async function unasked(ctx: ConnectionContext): Promise<Asked> {
  return { known: await knownBalance(ctx), confirmed: null, problem: null }
}

async function askHost(ctx: ConnectionContext): Promise<Asked> {
  try {
    const known = await refreshBalance(ctx, AbortSignal.timeout(HOST_TIMEOUT_MS))
    return { known, confirmed: true, problem: null }
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ problem: error.message, requestId: error.requestId }, 'the balance was not confirmed')
    return { known: await knownBalance(ctx), confirmed: false, problem: problemOf(error) }
  }
}

/** Returns the month of the oldest mirrored settlement; null without one. */
async function firstMonthOf({ connectionId, prisma, account }: ConnectionContext): Promise<string | null> {
  const first = await prisma.mirrorSettlement.findFirst({
    where: { connectionId },
    orderBy: oldestFirst,
    select: { createdAt: true },
  })
  return first && monthIn(first.createdAt.getTime(), account.timezone)
}

/**
 * Returns the approval time of the oldest mirrored payment without a settlement, or its creation time if that is not
 * reported.
 */
async function oldestUnsettled({ db, connectionId }: ConnectionContext): Promise<Date | null> {
  const { rows } = await db.query<{ approved: string | null; created_at: Date }>({
    name: 'oldest-unsettled',
    text: `SELECT snapshot ->> 'approved_at' AS approved, created_at FROM dashboard.mirror_payment
      WHERE connection_id = $1 AND settlement_id IS NULL AND status = 'APPROVED' AND missing_at IS NULL
      ORDER BY created_at, id LIMIT 1`,
    values: [connectionId],
  })
  const [row] = rows
  if (!row) return null
  const approvedMs = Date.parse(row.approved ?? '')
  return Number.isNaN(approvedMs) ? row.created_at : new Date(approvedMs)
}

/** Returns the net of the unsettled payments before `made`; null if a fee or the debt is not reported. */
async function netOfDue(
  ctx: ConnectionContext,
  { currency, available }: Balance,
  made: string,
): Promise<number | null> {
  const before = startOfDay(made, ctx.account.timezone)
  const { count, minor, fees, feeMinor } = await unsettledSums(ctx, currency, before)
  const debtMinor = debtOf({ currency, available })
  return fees < count || debtMinor === null ? null : shownAmount(minor - feeMinor - debtMinor, currency)
}

/** Returns the debt of the balance in minor units; null if it is not reported and fees alone do not explain the net, or
 * if refunds or disputes are taken off, too. */
function debtOf({ currency, available }: Pick<Balance, 'currency' | 'available'>): bigint | null {
  const {
    gross_amount,
    fee_amount,
    net_amount,
    refund_amount: refunds,
    dispute_amount: disputes,
    debt_amount: debt,
  } = available
  // It is unknown which of them the next settlement takes off.
  if (refunds || disputes) return null
  const minor = (amount: number) => mirrorAmount(amount, currency)
  if (typeof debt === 'number') return minor(debt)
  return minor(gross_amount) - minor(fee_amount) === minor(net_amount) ? 0n : null
}

type Known = {
  account: Account
  balance: Balance | null
  /** Approval time of the oldest payment without a settlement; null without one. */
  oldest: Date | null
  times: TransferTimes
  now: Date
}

/**
 * Returns the next settlement by the account's schedule: that of the closed period if its payments are still unsettled on
 * the day of its creation, else that of the current period. Null if the host reports no schedule.
 */
export function nextSettlement({ account, balance, oldest, times, now }: Known): NextSettlement | null {
  const { timezone, settlement_schedule: schedule = null } = account
  const current = settlementDays(now.toISOString(), schedule, timezone)
  if (!current) return null
  const closed = settlementDays(oldest?.toISOString(), schedule, timezone)
  const today = dayIn(now.getTime(), timezone)
  const isDue = closed !== null && closed.made < current.made && closed.made >= today
  const days = isDue ? closed : current
  // The available balance belongs to two settlements while a closed period is unsettled.
  const net = balance && !isDue ? balance.available.net_amount : null
  return { ...days, isDue, net, arrives: expectedBy(days.made, times) }
}
