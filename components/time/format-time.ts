import { dayIn } from '@/lib/domain/calendar-days'
import { dateFormat } from '@/lib/domain/formatters'
import { times } from '@/lib/messages/times'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `14 Sep, 10:32`, with the year when it is not this one; in the given IANA zone. */
export function shortTime(iso: string, timeZone: string, now: number): string {
  return format(new Date(iso), timeZone, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(isThisYear(iso, timeZone, now) ? {} : { year: 'numeric' }),
  })
}

/** Whether the moment lies in the year of `now` (milliseconds), by the calendar of the zone. */
export function isThisYear(iso: string, timeZone: string, now: number): boolean {
  return yearOf(new Date(iso), timeZone) === yearOf(new Date(now), timeZone)
}

/** `14 Sep 2026`, in the given zone. */
export function dayOnly(iso: string, timeZone: string): string {
  return format(new Date(iso), timeZone, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** `14 Sep`, with the year when it is not this one; in the given zone. */
export function shortDay(iso: string, timeZone: string, now: number): string {
  return dayName(dayIn(Date.parse(iso), timeZone), Date.parse(`${dayIn(now, timeZone)}T12:00:00.000Z`))
}

/** `18:30`, in the given zone. */
export function clockTime(iso: string, timeZone: string): string {
  return format(new Date(iso), timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** `18:30` of the day of `now` (milliseconds), else `14 Sep, 18:30`; in the given zone. */
export function soonTime(iso: string, timeZone: string, now: number): string {
  const isToday = dayIn(Date.parse(iso), timeZone) === dayIn(now, timeZone)
  return isToday ? clockTime(iso, timeZone) : shortTime(iso, timeZone, now)
}

/** `14 Sep` of a calendar day (`2026-09-14`), with the year when it is not the one of `now`. */
export function dayName(day: string, now: number): string {
  const thisYear = day.slice(0, 4) === String(new Date(now).getUTCFullYear())
  const date = new Date(`${day}T12:00:00.000Z`)
  return format(date, 'UTC', { day: 'numeric', month: 'short', ...(thisYear ? {} : { year: 'numeric' }) })
}

/** `November 2026` of a month (`2026-11`). */
export function monthName(month: string): string {
  return format(new Date(`${month}-15T12:00:00.000Z`), 'UTC', { month: 'long', year: 'numeric' })
}

/** `14 Sep 2026` of a calendar day (`2026-09-14`). */
export function fullDayName(day: string): string {
  return dayOnly(`${day}T12:00:00.000Z`, 'UTC')
}

/** `Mon 14 Sep 2026` of a calendar day (`2026-09-14`). */
export function weekdayName(day: string): string {
  const date = new Date(`${day}T12:00:00.000Z`)
  // Joined by hand: browsers do not agree on a comma.
  return `${format(date, 'UTC', { weekday: 'short' })} ${fullDayName(day)}`
}

/** `14 Sep 2026, 10:32 (Lima)`: for a deadline, which nobody sets to the second. */
export function deadline(iso: string, timeZone: string): string {
  const text = format(new Date(iso), timeZone, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return times.inZone(text, zoneCity(timeZone))
}

/** `14 Sep 2026, 10:32:05 (Lima)`. */
export function exactTime(iso: string, timeZone: string): string {
  return times.inZone(toTheSecond(iso, timeZone), zoneCity(timeZone))
}

/** `14 Sep 2026, 10:32:05 (America/Lima)`: for who sees it elsewhere, and has nothing to guess the place from. */
export function zonedTime(iso: string, timeZone: string): string {
  return times.inZone(toTheSecond(iso, timeZone), timeZone)
}

function toTheSecond(iso: string, timeZone: string): string {
  return format(new Date(iso), timeZone, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
}

/** `3 min ago` or `in 2 h` when within a day of `now`, else null. */
export function relativeTime(iso: string, now: number): string | null {
  const passed = now - Date.parse(iso)
  const distance = Math.abs(passed)
  if (distance >= DAY_MS) return null
  if (distance < MINUTE_MS) return times.justNow
  const text =
    distance < HOUR_MS
      ? times.minutes(Math.floor(distance / MINUTE_MS))
      : times.hours(Math.floor(distance / HOUR_MS))
  return passed > 0 ? times.ago(text) : times.ahead(text)
}

/** `4 min` from one moment to a later one; whole days beyond two of them. */
export function passedTime(from: string, to: string): string {
  return durationText(Date.parse(to) - Date.parse(from))
}

/** `4 min` of milliseconds; whole days beyond two of them. */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return times.moments
  if (ms < HOUR_MS) return times.minutes(Math.floor(ms / MINUTE_MS))
  return ms < 2 * DAY_MS ? times.hours(Math.floor(ms / HOUR_MS)) : times.days(Math.floor(ms / DAY_MS))
}

/** `New York` of `America/New_York`, never broken inside: enough to know whose clock it is, where all of it has no room. */
export function zoneCity(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', '\u00a0')
}

/** A day or an hour in a sentence, which never goes on in the next line. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

function format(date: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  // The words are English like the catalogue; hand-joined spaces keep server and browser to the same bytes.
  return dateFormat(times.dateLocale, { ...options, timeZone })
    .format(date)
    .replace(/[\u202f\u00a0]/g, ' ')
    .replace(/\bSept\b/, 'Sep')
}

function yearOf(date: Date, timeZone: string): string {
  return dateFormat('en', { year: 'numeric', timeZone }).format(date)
}
