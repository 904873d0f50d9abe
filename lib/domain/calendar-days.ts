import { dateFormat } from './formatters'

const HOUR_MS = 3_600_000
const WEEK_DAYS = 7
/** No zone was ever further from UTC. */
const OFFSET_MAX_MS = 16 * HOUR_MS
/** Offsets from UTC are whole seconds, and so are the instants at which local days begin. */
const SECOND_MS = 1_000

/** Returns the calendar day (`2026-11-20`) at `instant` in the IANA zone. */
export function dayIn(instant: number, timeZone: string): string {
  const format = dateFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  // en-US writes month/day/year.
  const [month = '', day = '', year = ''] = format.format(instant).split('/')
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** Returns the day `count` days after `day` (before, if negative). */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** Returns the number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / (24 * HOUR_MS)
}

/** Returns the number of working days (Monday to Friday) after `from`, up to and including `to`. */
export function workingDaysBetween(from: string, to: string): number {
  const days = Math.max(daysBetween(from, to), 0)
  const rest = days % 7
  let count = ((days - rest) / 7) * 5
  for (let day = 1; day <= rest; day++) if (isWorkingDay(addDays(from, day))) count++
  return count
}

/** Returns the day `count` working days after `day`; counted from a weekend, at the earliest its Monday. */
export function addWorkingDays(day: string, count: number): string {
  let left = count
  let reached = day
  while (left > 0 || !isWorkingDay(reached)) {
    reached = addDays(reached, 1)
    if (isWorkingDay(reached)) left--
  }
  return reached
}

function isWorkingDay(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6
}

/** Day of the week: 0 = Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6
const MONDAY: Weekday = 1

/** Returns the Monday of the week of `day`. */
export function mondayOf(day: string): string {
  return weekStartOf(day, MONDAY)
}

/** Returns the first day of the week of `day`, if weeks begin on `firstWeekday`. */
export function weekStartOf(day: string, firstWeekday: Weekday): string {
  return addDays(day, -((weekdayOf(day) + WEEK_DAYS - firstWeekday) % WEEK_DAYS))
}

/** Returns the first weekday of a locale; Monday if unknown. */
export function firstWeekdayOf(locale: string): Weekday {
  // The method replaced the getter in newer engines.
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(locale)
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? MONDAY
  return ([0, 1, 2, 3, 4, 5, 6] as const).find((day) => day === firstDay % WEEK_DAYS) ?? MONDAY
}

/** Returns the day of the week: 0 = Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay()
}

/** Returns the first instant of `day` in the zone, in UTC; of the next day if the zone skips it. */
export function startOfDay(day: string, timeZone: string): string {
  const wall = Date.parse(`${day}T00:00:00.000Z`)
  let before = wall - OFFSET_MAX_MS
  let reached = wall + OFFSET_MAX_MS
  while (reached - before > SECOND_MS) {
    const middle = before + Math.floor((reached - before) / 2 / SECOND_MS) * SECOND_MS
    if (dayIn(middle, timeZone) < day) before = middle
    else reached = middle
  }
  return new Date(reached).toISOString()
}

/**
 * Returns the instant of a wall-clock time (`2026-11-20T18:30`) in the zone, or null if it is not a valid time. A time that
 * the clocks skip goes forward by the gap; of a time that exists twice, the first instant.
 */
export function instantOf(local: string, timeZone: string): string | null {
  const wall = Date.parse(`${local}:00.000Z`)
  if (Number.isNaN(wall) || !isDay(local.slice(0, 10))) return null
  const byOffsetBefore = wall - offsetAt(wall - OFFSET_MAX_MS, timeZone)
  const byOffsetAfter = wall - offsetAt(wall + OFFSET_MAX_MS, timeZone)
  const isWallAt = (instant: number) => instant + offsetAt(instant, timeZone) === wall
  const instant = !isWallAt(byOffsetBefore) && isWallAt(byOffsetAfter) ? byOffsetAfter : byOffsetBefore
  return new Date(instant).toISOString()
}

/** Returns whether `day` is a real calendar day: 2026-02-30 is not. */
export function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const date = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function offsetAt(instant: number, timeZone: string): number {
  const parts = dateFormat('en', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(new Date(instant))
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(instant / 1000) * 1000
}
