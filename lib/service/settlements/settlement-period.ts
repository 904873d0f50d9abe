import type { SettlementSchedule } from '@/lib/contract/account'
import { dateFormat } from '@/lib/contract/formatters'

/** A half-open stretch of time: `start` belongs to it, `end` to the next one. */
export interface Period {
  start: Date
  end: Date
}

export interface Calendar {
  /** A time zone's name, such as America/Guatemala. */
  timezone: string
  schedule: SettlementSchedule
}

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
/** No zone was ever further from UTC. */
const OFFSET_MAX_MS = 16 * 3_600_000

/**
 * The closed day (or week from Monday) of the account's zone in which `instant` lies. Days tile: each begins at the
 * first instant whose local date has come, however the clocks change, and a day that the zone skips is never given.
 */
export function periodOf(instant: Date, { timezone, schedule }: Calendar): Period {
  const today = localDay(instant.getTime(), timezone)
  if (schedule === 'weekly') {
    const monday = today - ((weekday(today) + 6) % WEEK_DAYS) * DAY_MS
    return between(monday, monday + WEEK_DAYS * DAY_MS, timezone)
  }
  return between(today, today + DAY_MS, timezone)
}

function between(from: number, until: number, timezone: string): Period {
  return { start: beginOf(from, timezone), end: beginOf(until, timezone) }
}

/** A calendar day is told by the milliseconds of its midnight in UTC: a number that counts days and nothing else. */
function weekday(day: number): number {
  return new Date(day).getUTCDay()
}

/** The first instant whose local date is `day` or a later one. */
function beginOf(day: number, timezone: string): Date {
  let before = day - OFFSET_MAX_MS
  let reached = day + OFFSET_MAX_MS
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (localDay(middle, timezone) >= day) reached = middle
    else before = middle
  }
  return new Date(reached)
}

/** The local date of an instant, as a calendar day. */
function localDay(instantMs: number, timezone: string): number {
  const format = dateFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  // en-US writes month/day/year.
  const [month = 0, day = 0, year = 0] = format.format(instantMs).split('/').map(Number)
  return Date.UTC(year, month - 1, day)
}
