import type { Account } from '@/lib/contract/account'
import type { Balance } from '@/lib/contract/balance'
import type { NextSettlement } from '@/lib/dashboard/schema/balance'
import type { TransferTimes } from '@/lib/dashboard/schema/settlement'
import { expectedBy } from '@/lib/dashboard/settlements/transfer-times'
import { dayIn } from '@/lib/domain/calendar-days'
import { settlementDays } from '@/lib/domain/settlement-days'

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
