import { dateFormat } from '@/lib/contract/formatters'

/**
 * A calendar day (`2026-11-21`) for a library that thinks in instants: noon of the browser's own clock, where no zone has
 * ever changed its day. Null when it is no day. Only `dayOfDate` may read it again.
 */
export function dateOfDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return null
  const noon = new Date(2000, 0, 1, 12)
  noon.setFullYear(Number(year), Number(month) - 1, Number(date))
  return dayOfDate(noon) === day ? noon : null
}

/** The calendar day that the browser's own clock shows at `date`: the way back from `dateOfDay`. */
export function dayOfDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const MONDAY = 1

/** The weekday (0 = Sunday) that weeks begin with where the locale is at home; Monday where nobody knows. */
export function firstWeekday(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // Not in every browser yet, and in some as a getter.
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(locale)
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? MONDAY
  const days = [0, 1, 2, 3, 4, 5, 6] as const
  return days.find((day) => day === firstDay % 7) ?? MONDAY
}

/** What the locale calls a date made by `dateOfDay`, always in the calendar that the grid shows. */
export function nameOfDate(date: Date, locale: string, parts: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale, { ...parts, calendar: 'gregory' }).format(date)
}

/** A column's head: `Mon`, or its one letter where the short name is long. */
export function weekdayHead(date: Date, locale: string): string {
  const short = nameOfDate(date, locale, { weekday: 'short' })
  return [...short].length <= 4 ? short : nameOfDate(date, locale, { weekday: 'narrow' })
}
