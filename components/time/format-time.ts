import { dayIn } from '@/lib/domain/calendar-days'
import { dateFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const DAY = { day: 'numeric', month: 'short' } as const
const DAY_OF_YEAR = { ...DAY, year: 'numeric' } as const
const MINUTES = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Returns `14 Sep, 10:32` in the given IANA zone, with the year if it is not the current one. */
export function shortTime(iso: string, timeZone: string, now: number, locale?: string): string {
  const day = isThisYear(iso, timeZone, now) ? DAY : DAY_OF_YEAR
  return format(new Date(iso), timeZone, { ...day, ...MINUTES }, locale)
}

/** Returns whether the moment is in the year of `now` (milliseconds) in the calendar of the zone. */
export function isThisYear(iso: string, timeZone: string, now: number): boolean {
  return yearOf(new Date(iso), timeZone) === yearOf(new Date(now), timeZone)
}

/** Returns `14 Sep 2026` in the given zone. */
export function dayOnly(iso: string, timeZone: string, locale?: string): string {
  return format(new Date(iso), timeZone, DAY_OF_YEAR, locale)
}

/** Returns `14 Sep` in the given zone, with the year if it is not the current one. */
export function shortDay(iso: string, timeZone: string, now: number, locale?: string): string {
  return dayName(
    dayIn(Date.parse(iso), timeZone),
    Date.parse(`${dayIn(now, timeZone)}T12:00:00.000Z`),
    locale,
  )
}

/** Returns `18:30` in the given zone. */
export function clockTime(iso: string, timeZone: string, locale?: string): string {
  return format(new Date(iso), timeZone, MINUTES, locale)
}

/** Returns `18:30` for the day of `now` (milliseconds), else `14 Sep, 18:30`, in the given zone. */
export function soonTime(iso: string, timeZone: string, now: number, locale?: string): string {
  const isToday = dayIn(Date.parse(iso), timeZone) === dayIn(now, timeZone)
  return isToday ? clockTime(iso, timeZone, locale) : shortTime(iso, timeZone, now, locale)
}

/** Returns `14 Sep` for a calendar day (`2026-09-14`), with the year if it is not that of `now`. */
export function dayName(day: string, now: number, locale?: string): string {
  const thisYear = day.slice(0, 4) === String(new Date(now).getUTCFullYear())
  return format(new Date(`${day}T12:00:00.000Z`), 'UTC', thisYear ? DAY : DAY_OF_YEAR, locale)
}

/** The period of a settlement, whose end is exclusive (contract: settlement). */
export type Period = { period_start: string; period_end: string }

/** Returns the days that a settlement covers in the zone: `14 Sep`, or `7 Sep – 13 Sep`. */
export function coveredDays(period: Period, timeZone: string, now: number, locale?: string): string {
  const [start, end] = [Date.parse(period.period_start), Date.parse(period.period_end)]
  const last = dayIn(Math.max(end - 1, start), timeZone)
  return spanText(dayName(dayIn(start, timeZone), now, locale), dayName(last, now, locale))
}

/** Returns a range, whose ends may be equal, as text. */
export function spanText(from: string, to: string): string {
  return from === to ? from : `${from} – ${to}`
}

/** Returns `November 2026` for a month (`2026-11`). */
export function monthName(month: string, locale?: string): string {
  return format(new Date(`${month}-15T12:00:00.000Z`), 'UTC', { month: 'long', year: 'numeric' }, locale)
}

/** Returns `14 Sep 2026` for a calendar day (`2026-09-14`). */
export function fullDayName(day: string, locale?: string): string {
  return dayOnly(`${day}T12:00:00.000Z`, 'UTC', locale)
}

/** Returns `Mon 14 Sep 2026` for a calendar day (`2026-09-14`). */
export function weekdayName(day: string, locale?: string): string {
  const date = new Date(`${day}T12:00:00.000Z`)
  // The parts are joined by hand, because browsers disagree on the comma.
  return `${format(date, 'UTC', { weekday: 'short' }, locale)} ${fullDayName(day, locale)}`
}

/** Returns `14 Sep 2026, 10:32 (Lima)`, for deadlines, which need no seconds. */
export function deadline(iso: string, timeZone: string, locale?: string): string {
  const text = format(new Date(iso), timeZone, { ...DAY_OF_YEAR, ...MINUTES }, locale)
  return `${text} (${zoneCity(timeZone)})`
}

/** Returns `14 Sep 2026, 10:32:05 (Lima)`. */
export function exactTime(iso: string, timeZone: string, locale?: string): string {
  return `${toTheSecond(iso, timeZone, locale)} (${zoneCity(timeZone)})`
}

/**
 * Returns `14 Sep 2026, 10:32:05 (America/Lima)`, for readers outside the dashboard, who do not know the account's zone.
 */
export function zonedTime(iso: string, timeZone: string, locale?: string): string {
  return `${toTheSecond(iso, timeZone, locale)} (${timeZone})`
}

function toTheSecond(iso: string, timeZone: string, locale?: string): string {
  return format(new Date(iso), timeZone, { ...DAY_OF_YEAR, ...MINUTES, second: '2-digit' }, locale)
}

/** Returns `2026-09-14 14:32:05 UTC`. */
export function utcTime(iso: string): string {
  return `${iso.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`
}

/** Returns `3 min ago` or `in 2 h` within a day of `now`, else null. */
export function relativeTime(iso: string, now: number, t: Translate): string | null {
  const passed = now - Date.parse(iso)
  const distance = Math.abs(passed)
  if (distance >= DAY_MS) return null
  if (distance < MINUTE_MS) return t('times.justNow')
  const span =
    distance < HOUR_MS
      ? t('times.minutes', { count: Math.floor(distance / MINUTE_MS) })
      : t('times.hours', { count: Math.floor(distance / HOUR_MS) })
  return passed > 0 ? t('times.ago', { span }) : t('times.ahead', { span })
}

/** Returns a duration in milliseconds as a text, such as `4 min`; in days beyond two days. */
export function durationText(ms: number, t: Translate): string {
  if (ms < MINUTE_MS) return t('times.moments')
  if (ms < HOUR_MS) return t('times.minutes', { count: Math.floor(ms / MINUTE_MS) })
  return ms < 2 * DAY_MS
    ? t('times.hours', { count: Math.floor(ms / HOUR_MS) })
    : t('times.days', { count: Math.floor(ms / DAY_MS) })
}

/**
 * Returns `New York` for `America/New_York`, with a no-break space. The city identifies the zone where the full name does
 * not fit.
 */
export function zoneCity(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', '\u00a0')
}

/** Returns a day or an hour that does not wrap within a sentence. */
export function nonBreaking(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

function format(date: Date, timeZone: string, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): string {
  // Spaces are normalized so that server and browser render the same bytes.
  return dateFormat(locale, { ...options, timeZone })
    .format(date)
    .replace(/[\u202f\u00a0]/g, ' ')
    .replace(/\bSept\b/, 'Sep')
}

function yearOf(date: Date, timeZone: string): string {
  return dateFormat('en', { year: 'numeric', timeZone }).format(date)
}
