import { addDays, dayIn, mondayOf } from './calendar-days'

const WEEK_DAYS = 7

/** Calendar days in the account's zone: the first and last that a settlement covers, and the day of its creation. */
export type SettlementDays = { first: string; last: string; made: string }

/** Returns the days of the settlement of a payment approved at this instant; null for an unknown schedule. */
export function settlementDays(
  approvedAt: string | null | undefined,
  schedule: string | null,
  timeZone: string,
): SettlementDays | null {
  if (!approvedAt) return null
  const day = dayIn(Date.parse(approvedAt), timeZone)
  if (schedule === 'daily') return { first: day, last: day, made: addDays(day, 1) }
  if (schedule !== 'weekly') return null
  const monday = mondayOf(day)
  return { first: monday, last: addDays(monday, WEEK_DAYS - 1), made: addDays(monday, WEEK_DAYS) }
}
