import { dayIn, startOfDay } from './calendar-days'
import { dateFormat } from './formatters'

/** Returns the calendar month (`2026-11`) at `instant` (milliseconds) in the IANA zone. */
export function monthIn(instant: number, timeZone: string): string {
  return dayIn(instant, timeZone).slice(0, 7)
}

/** Returns the month `count` months after `month` (before, if negative). */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Returns the first instant of a month in the zone, as ISO 8601 in UTC. */
export function startOfMonth(month: string, timeZone: string): string {
  return startOfDay(`${month}-01`, timeZone)
}

/** Returns the months from `first` to `last`, both included; empty if `last` is earlier. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

/** Returns the name of a month (`2026-11`) in a language: `November 2026`. */
export function monthName(month: string, locale: string): string {
  const date = new Date(`${month}-15T12:00:00.000Z`)
  return dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date)
}
