import type { SettlementSchedule } from '@/lib/contract/account'
import { addDays, dayIn, mondayOf, startOfDay } from '@/lib/domain/calendar-days'

/** A half-open range of time: `start` is inside, `end` is not. */
export interface Period {
  start: Date
  end: Date
}

export interface Calendar {
  /** Name of a time zone, such as America/Guatemala. */
  timezone: string
  schedule: SettlementSchedule
}

const WEEK_DAYS = 7

/**
 * Returns the day (or the week from Monday) of the account's zone that contains `instant`. Periods leave no gap and do
 * not overlap: each begins at the first instant of its local date, however the clocks change, and no period consists of
 * a day that the zone skips.
 */
export function periodOf(instant: Date, { timezone, schedule }: Calendar): Period {
  const today = dayIn(instant.getTime(), timezone)
  const first = schedule === 'weekly' ? mondayOf(today) : today
  const next = addDays(first, schedule === 'weekly' ? WEEK_DAYS : 1)
  return { start: new Date(startOfDay(first, timezone)), end: new Date(startOfDay(next, timezone)) }
}
