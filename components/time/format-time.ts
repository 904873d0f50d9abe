import { dateFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const DAY = { day: 'numeric', month: 'short' } as const
export const DAY_OF_YEAR = { ...DAY, year: 'numeric' } as const
export const MINUTES = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Returns whether the moment is in the year of `now` (milliseconds) in the calendar of the zone. */
export function isThisYear(iso: string, timeZone: string, now: number): boolean {
  const { format } = dateFormat('en', { year: 'numeric', timeZone })
  return format(new Date(iso)) === format(new Date(now))
}

/** Returns `18:30` in the given zone. */
export function clockTime(iso: string, timeZone: string, locale?: string): string {
  return formatTime(new Date(iso), timeZone, MINUTES, locale)
}

/** The period of a settlement, whose end is exclusive (contract: settlement). */
export type Period = { period_start: string; period_end: string }

/** Returns a range, whose ends may be equal, as text. */
export function spanText(from: string, to: string): string {
  return from === to ? from : `${from} – ${to}`
}

/** Returns `14 Sep 2026, 10:32 (Lima)`, for deadlines, which need no seconds. */
export function deadline(iso: string, timeZone: string, locale?: string): string {
  const text = formatTime(new Date(iso), timeZone, { ...DAY_OF_YEAR, ...MINUTES }, locale)
  return `${text} (${zoneCity(timeZone)})`
}

/** Returns `14 Sep 2026, 10:32:05 (Lima)`. */
export function exactTime(iso: string, timeZone: string, locale?: string): string {
  return `${toTheSecond(iso, timeZone, locale)} (${zoneCity(timeZone)})`
}

/** Returns `14 Sep 2026, 10:32:05 (America/Lima)`, for readers outside the dashboard, who do not know the account's zone. */
export function zonedTime(iso: string, timeZone: string, locale?: string): string {
  return `${toTheSecond(iso, timeZone, locale)} (${timeZone})`
}

function toTheSecond(iso: string, timeZone: string, locale?: string): string {
  return formatTime(new Date(iso), timeZone, { ...DAY_OF_YEAR, ...MINUTES, second: '2-digit' }, locale)
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

/** Returns `New York` for `America/New_York`, with a no-break space, where the full name does not fit. */
export function zoneCity(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', '\u00a0')
}

/** Returns a day or an hour that does not wrap within a sentence. */
export function nonBreaking(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** Returns a moment in the given IANA zone, by the options of Intl. */
export function formatTime(
  date: Date,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = 'en-GB',
): string {
  // Spaces are normalized so that server and browser render the same bytes.
  return (
    dateFormat(locale, { ...options, timeZone })
      .format(date)
      .replace(/[\u202f\u00a0]/g, ' ')
      .replace(/\bSept\b/, 'Sep')
      // `28 de nov.` would end a sentence twice.
      .replace(/(\p{L})\./gu, '$1')
  )
}
