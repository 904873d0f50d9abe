import { addDays, dayIn } from './calendar-days'

const WEEK_DAYS = 7

/** Calendar days of the account's zone: the first and last that a settlement covers, and the one on which it is made. */
export type SettlementDays = { first: string; last: string; made: string }

/**
 * The settlement that will hold a payment approved at this instant, by the account's schedule: a closed day, or a week
 * from Monday. Null where the host does not report the schedule, or reports one that we do not know.
 */
export function settlementDays(
  approvedAt: string | null | undefined,
  schedule: string | null,
  timeZone: string,
): SettlementDays | null {
  if (!approvedAt) return null
  const day = dayIn(Date.parse(approvedAt), timeZone)
  if (schedule === 'daily') return { first: day, last: day, made: addDays(day, 1) }
  if (schedule !== 'weekly') return null
  const sinceMonday = (new Date(`${day}T00:00:00.000Z`).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  const monday = addDays(day, -sinceMonday)
  return { first: monday, last: addDays(monday, WEEK_DAYS - 1), made: addDays(monday, WEEK_DAYS) }
}
