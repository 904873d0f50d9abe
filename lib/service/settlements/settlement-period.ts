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
/** Offsets from UTC are whole seconds, and so are the instants at which local days begin. */
const SECOND_MS = 1_000

/**
 * The closed day (or week from Monday) of the account's zone in which `instant` lies. Days tile: each begins at the
 * first instant whose local date has come, however the clocks change, and a day that the zone skips is never given.
 */
export function periodOf(instant: Date, { timezone, schedule }: Calendar): Period {
  const dayOf = localDays(timezone)
  const today = dayOf(instant.getTime())
  if (schedule === 'weekly') {
    const monday = today - ((weekday(today) + 6) % WEEK_DAYS) * DAY_MS
    return between(monday, monday + WEEK_DAYS * DAY_MS, dayOf)
  }
  return between(today, today + DAY_MS, dayOf)
}

/** Returns the local date of an instant, as a calendar day. */
type DayOf = (instantMs: number) => number

function between(from: number, until: number, dayOf: DayOf): Period {
  return { start: beginOf(from, dayOf), end: beginOf(until, dayOf) }
}

/** A calendar day is told by the milliseconds of its midnight in UTC: a number that counts days and nothing else. */
function weekday(day: number): number {
  return new Date(day).getUTCDay()
}

/** The first instant whose local date is `day` or a later one. */
function beginOf(day: number, dayOf: DayOf): Date {
  let before = day - OFFSET_MAX_MS
  let reached = day + OFFSET_MAX_MS
  while (reached - before > SECOND_MS) {
    const middle = before + Math.floor((reached - before) / 2 / SECOND_MS) * SECOND_MS
    if (dayOf(middle) >= day) reached = middle
    else before = middle
  }
  return new Date(reached)
}

function localDays(timezone: string): DayOf {
  const format = dateFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (instantMs) => {
    // en-US writes month/day/year.
    const [month = 0, day = 0, year = 0] = format.format(instantMs).split('/').map(Number)
    return Date.UTC(year, month - 1, day)
  }
}
