import { dateFormat } from '@/lib/domain/formatters'

/**
 * Returns a calendar day (`2026-11-21`) as a Date at noon of the browser's zone, for a library that needs instants: no clock
 * change affects noon. Null if the text is not a day. Only `dayOfDate` may read the result.
 */
export function dateOfDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return null
  const noon = new Date(2000, 0, 1, 12)
  noon.setFullYear(Number(year), Number(month) - 1, Number(date))
  return dayOfDate(noon) === day ? noon : null
}

/** Returns the calendar day of `date` in the browser's zone: the inverse of `dateOfDay`. */
export function dayOfDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const MONDAY = 1

/** Returns the first weekday (0 = Sunday) of the locale; Monday if unknown. */
export function firstWeekday(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // Some browsers lack the method, and some have a getter instead.
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(locale)
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? MONDAY
  const days = [0, 1, 2, 3, 4, 5, 6] as const
  return days.find((day) => day === firstDay % 7) ?? MONDAY
}

/** Returns the locale's name of a date by `dateOfDay`, always in the Gregorian calendar. */
export function nameOfDate(date: Date, locale: string, parts: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale, { ...parts, calendar: 'gregory' }).format(date)
}

/** Returns the heading of a weekday: `Mon`, or one letter if the short name is long. */
export function weekdayHead(date: Date, locale: string): string {
  const short = nameOfDate(date, locale, { weekday: 'short' })
  return [...short].length <= 4 ? short : nameOfDate(date, locale, { weekday: 'narrow' })
}
