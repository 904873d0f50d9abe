import { dateLocaleOf, type Reader } from '@/lib/domain/languages'
import type { Translate } from '@/lib/messages/translator'
import * as format from './format-time'

/** Zone of the account, and the current time in milliseconds. */
type Where = { timeZone: string; now: number }

/** Returns the formats of moments and days for one reader, in one zone. `format-time.ts` describes each. */
export function timesOf(t: Translate, reader: Reader, { timeZone, now }: Where) {
  const locale = dateLocaleOf(reader)
  return {
    shortTime: (iso: string) => format.shortTime(iso, timeZone, now, locale),
    dayOnly: (iso: string) => format.dayOnly(iso, timeZone, locale),
    shortDay: (iso: string) => format.shortDay(iso, timeZone, now, locale),
    clockTime: (iso: string) => format.clockTime(iso, timeZone, locale),
    soonTime: (iso: string) => format.soonTime(iso, timeZone, now, locale),
    dayName: (day: string) => format.dayName(day, now, locale),
    coveredDays: (period: format.Period) => format.coveredDays(period, timeZone, now, locale),
    monthName: (month: string) => format.monthName(month, locale),
    fullDayName: (day: string) => format.fullDayName(day, locale),
    weekdayName: (day: string) => format.weekdayName(day, locale),
    deadline: (iso: string) => format.deadline(iso, timeZone, locale),
    exactTime: (iso: string) => format.exactTime(iso, timeZone, locale),
    exactAndUtc: (iso: string) => `${format.exactTime(iso, timeZone, locale)} · ${format.utcTime(iso)}`,
    /** For readers outside the dashboard: with the name of its zone, and in UTC. */
    supportTime: (iso: string) => `${format.zonedTime(iso, timeZone, locale)} · ${format.utcTime(iso)}`,
    relativeTime: (iso: string) => format.relativeTime(iso, now, t),
    passedTime: (from: string, to: string) => format.durationText(Date.parse(to) - Date.parse(from), t),
    durationText: (ms: number) => format.durationText(ms, t),
  }
}

/** Formats of moments and days for one reader. */
export type Times = ReturnType<typeof timesOf>
