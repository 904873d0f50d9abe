import { useLocale, useReader, useTexts } from '@/components/texts/texts-provider'
import { dayIn } from '@/lib/domain/calendar-days'
import { dateLocaleOf, type Reader } from '@/lib/domain/languages'
import type { Translate } from '@/lib/messages/translator'
import * as format from './format-time'
import { DAY, DAY_MS, DAY_OF_YEAR, formatTime, HOUR_MS, MINUTE_MS, MINUTES } from './format-time'

/** IANA zone of the account, and the current time in milliseconds. */
type Where = { timeZone: string; now: number }

/** Returns the formats of moments (ISO) and calendar days (`2026-09-14`) for one reader, in one zone. */
export function timesOf(t: Translate, reader: Reader, { timeZone, now }: Where) {
  const locale = dateLocaleOf(reader)
  const noonOf = (day: string) => new Date(`${day}T12:00:00.000Z`)
  const dayOptions = (isThisYear: boolean) => (isThisYear ? DAY : DAY_OF_YEAR)
  const dayNameAt = (day: string, at: string) =>
    formatTime(noonOf(day), 'UTC', dayOptions(day.slice(0, 4) === at.slice(0, 4)), locale)
  const dayName = (day: string) => dayNameAt(day, new Date(now).toISOString())
  const fullDayName = (day: string) => formatTime(noonOf(day), 'UTC', DAY_OF_YEAR, locale)
  const clockTime = (iso: string) => format.clockTime(iso, timeZone, locale)
  const exactTime = (iso: string) => format.exactTime(iso, timeZone, locale)
  const shortTime = (iso: string) => {
    const day = dayOptions(format.isThisYear(iso, timeZone, now))
    return formatTime(new Date(iso), timeZone, { ...day, ...MINUTES }, locale)
  }
  const durationText = (ms: number) => {
    if (ms < MINUTE_MS) return t('times.moments')
    if (ms < HOUR_MS) return t('times.minutes', { count: Math.floor(ms / MINUTE_MS) })
    return ms < 2 * DAY_MS
      ? t('times.hours', { count: Math.floor(ms / HOUR_MS) })
      : t('times.days', { count: Math.floor(ms / DAY_MS) })
  }
  return {
    /** Returns `14 Sep, 10:32`, with the year if it is not the current one. */
    shortTime,
    /** Returns `14 Sep 2026`. */
    dayOnly: (iso: string) => formatTime(new Date(iso), timeZone, DAY_OF_YEAR, locale),
    /** Returns `14 Sep`, with the year if it is not the current one. */
    shortDay: (iso: string) => dayNameAt(dayIn(Date.parse(iso), timeZone), dayIn(now, timeZone)),
    clockTime,
    /** Returns `18:30` for the current day, else `14 Sep, 18:30`. */
    soonTime: (iso: string) =>
      dayIn(Date.parse(iso), timeZone) === dayIn(now, timeZone) ? clockTime(iso) : shortTime(iso),
    /** Returns `14 Sep` for a calendar day, with the year if it is not the current one. */
    dayName,
    /** Returns the days that a settlement covers: `14 Sep`, or `7 Sep – 13 Sep`. */
    coveredDays: ({ period_start, period_end }: format.Period) => {
      const [start, end] = [Date.parse(period_start), Date.parse(period_end)]
      const [first, last] = [start, Math.max(end - 1, start)].map((at) => dayName(dayIn(at, timeZone)))
      return format.spanText(first ?? '', last ?? '')
    },
    /** Returns `November 2026` for a month (`2026-11`). */
    monthName: (month: string) =>
      formatTime(noonOf(`${month}-15`), 'UTC', { month: 'long', year: 'numeric' }, locale),
    /** Returns `14 Sep 2026` for a calendar day. */
    fullDayName,
    /** Returns `Mon 14 Sep 2026` for a calendar day. Browsers disagree on the comma, so the parts are joined by hand. */
    weekdayName: (day: string) =>
      `${formatTime(noonOf(day), 'UTC', { weekday: 'short' }, locale)} ${fullDayName(day)}`,
    deadline: (iso: string) => format.deadline(iso, timeZone, locale),
    exactTime,
    exactAndUtc: (iso: string) => `${exactTime(iso)} · ${format.utcTime(iso)}`,
    /** For readers outside the dashboard: with the name of its zone, and in UTC. */
    supportTime: (iso: string) => `${format.zonedTime(iso, timeZone, locale)} · ${format.utcTime(iso)}`,
    relativeTime: (iso: string) => format.relativeTime(iso, now, t),
    passedTime: (from: string, to: string) => durationText(Date.parse(to) - Date.parse(from)),
    /** Returns a duration in milliseconds as a text, such as `4 min`; in days beyond two days. */
    durationText,
  }
}

export type Times = ReturnType<typeof timesOf>

export function useTimes(): Times {
  return timesOf(useTexts(), useReader(), useLocale())
}
