import { dateFormat } from '@/lib/domain/formatters'
import { addDays, isDay } from './calendar-days'

export type DayOrder = 'dmy' | 'mdy'

/** A date in a text: a day (`2026-09-14`), or two numbers, either of which may be the day. */
export type FoundDate = { text: string } & (
  | { day: string | null }
  | { pair: readonly [number, number]; year: number }
)

/** Languages of the recognized month names. */
const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it', 'nl']
/** Later years are of another calendar. */
const YEAR_MAX = 2100
/** Maximum number of days by which a date without a year may be in the future. */
const AHEAD_DAYS = 31

const EDGE = '(?<![\\p{L}\\p{N}.,/-])'
const END = '(?![\\p{L}\\p{N}]|[.,/-]\\d)'
const ISO = new RegExp(
  `${EDGE}(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:T[\\d:.]+(?:Z|[+-][\\d:]+)?)?${END}`,
  'u',
)
const COMPACT = new RegExp(`${EDGE}(20\\d{2})(\\d{2})(\\d{2})${END}`, 'u')
const NUMBERS = new RegExp(`${EDGE}(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${END}`, 'u')
const NAMED = new RegExp(
  `${EDGE}(\\d{1,2})(?:st|nd|rd|th|º|\\.)?[\\s/-]*(?:de\\s+)?(\\p{L}{3,10})\\.?(?:[\\s,/-]+(?:de\\s+)?(\\d{4}|\\d{2}))?${END}`,
  'iu',
)
const NAME_FIRST = new RegExp(
  `${EDGE}(\\p{L}{3,10})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?${END}`,
  'iu',
)

/**
 * Returns the first date in a text; null without one. `today` decides the year of a date without a year, which is none if it
 * is null.
 */
export function findDate(text: string, today: string | null): FoundDate | null {
  const iso = ISO.exec(text) ?? COMPACT.exec(text)
  if (iso) {
    const [found, year = '', ...rest] = iso
    const [month = '', day = ''] = rest.filter((part) => part !== undefined && /^\d+$/.test(part))
    return { text: found, day: dayOf(Number(year), Number(month), Number(day)) }
  }
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [found, first = '', sign, second = '', year = ''] = numbers
    // Dates with points begin with the day.
    if (sign === '.') return { text: found, day: dayOf(fullYear(year), Number(second), Number(first)) }
    return { text: found, pair: [Number(first), Number(second)], year: fullYear(year) }
  }
  return named(NAMED.exec(text), [2, 1], today) ?? named(NAME_FIRST.exec(text), [1, 2], today)
}

/** Returns the day of a date in the given order of day and month; null for a date that does not exist. */
export function typedDay(date: FoundDate, order: DayOrder): string | null {
  if ('day' in date) return date.day
  const [first, second] = date.pair
  return order === 'mdy' ? dayOf(date.year, first, second) : dayOf(date.year, second, first)
}

/**
 * Returns the order that numbers above twelve prove; null without proof. `isOpen` is true if the order makes a
 * difference.
 */
export function orderOf(dates: readonly FoundDate[]): { order: DayOrder | null; isOpen: boolean } {
  const pairs = dates.flatMap((date) => ('pair' in date ? [date.pair] : []))
  const dmy = pairs.filter(([first]) => first > 12).length
  const mdy = pairs.filter(([, second]) => second > 12).length
  if (dmy !== mdy) return { order: dmy > mdy ? 'dmy' : 'mdy', isOpen: false }
  return { order: null, isOpen: pairs.some(([first, second]) => first !== second) }
}

/** Returns the order of a locale; for a language without a country that of the time zone's country. */
export function usualOrder(locale: string, timeZone: string): DayOrder {
  const hasRegion = /-(?:\p{Lu}{2}|\d{3})\b/u.test(locale)
  if (!hasRegion && locale.startsWith('en')) return isInAmerica(timeZone) ? 'mdy' : 'dmy'
  const parts = dateFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' }).formatToParts(0)
  const position = (type: string) => parts.findIndex((part) => part.type === type)
  return position('month') < position('day') ? 'mdy' : 'dmy'
}

function isInAmerica(timeZone: string): boolean {
  const cities =
    'New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Adak|Nome|Indiana|Kentucky|North_Dakota'
  return new RegExp(`^(?:US/|Pacific/Honolulu$|America/(?:${cities})(?:/|$))`).test(timeZone)
}

function named(
  found: RegExpExecArray | null,
  [monthAt, dayAt]: readonly [number, number],
  today: string | null,
): FoundDate | null {
  const month = monthNames().get(folded(found?.[monthAt] ?? ''))
  if (!found || month === undefined) return null
  const day = Number(found[dayAt])
  const year = found[3]
  if (year !== undefined) return { text: found[0], day: dayOf(fullYear(year), month, day) }
  if (today === null) return null
  const thisYear = Number(today.slice(0, 4))
  const latest = addDays(today, AHEAD_DAYS)
  const days = [thisYear + 1, thisYear, thisYear - 1].map((candidate) => dayOf(candidate, month, day))
  return { text: found[0], day: days.find((candidate) => candidate !== null && candidate <= latest) ?? null }
}

let names: ReadonlyMap<string, number> | null = null

/** Returns the numbers of months by their full and short names. */
function monthNames(): ReadonlyMap<string, number> {
  names ??= new Map(
    LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((style) =>
        Array.from({ length: 12 }, (_, index) => {
          const name = dateFormat(language, { month: style, timeZone: 'UTC' }).format(
            Date.UTC(2026, index, 15),
          )
          return [folded(name), index + 1] as const
        }),
      ),
    ),
  ).set('sept', 9)
  return names
}

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

function dayOf(year: number, month: number, day: number): string | null {
  const text = [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-')
  return year <= YEAR_MAX && isDay(text) ? text : null
}
