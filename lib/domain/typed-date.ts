import { dateFormat } from '@/lib/domain/formatters'
import { isDay } from './calendar-days'

export type DayOrder = 'dmy' | 'mdy'

/** A date at the beginning of a text: a day (`2026-09-14`), or two numbers, either of which may be the day. */
export type FoundDate = { text: string } & (
  | { day: string | null }
  | { pair: readonly [number, number]; year: number }
)

/** Later years are of another calendar. */
const YEAR_MAX = 2100
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const END = '(?![\\p{L}\\p{N}]|[.,/-]\\d)'
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:${END}|(?=T\\d))`, 'u')
const COMPACT = new RegExp(`^(20\\d{2})()(\\d{2})(\\d{2})${END}`, 'u')
const NUMBERS = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?:${END}|(?=T\\d))`, 'u')
const NAMED = new RegExp(`^(\\d{1,2})[\\s/-]*(\\p{L}{3,9})\\.?[\\s,/-]*(\\d{4}|\\d{2})${END}`, 'u')
const NAME_FIRST = new RegExp(`^(\\p{L}{3,9})\\.?\\s+(\\d{1,2}),?\\s+(\\d{4})${END}`, 'u')

/** Returns the date with which a text begins, months in English or in numbers; null without one. */
export function readDate(text: string): FoundDate | null {
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text)
  if (yearFirst) {
    const [found, year, , month, day] = yearFirst
    return { text: found, day: dayOf(Number(year), Number(month), Number(day)) }
  }
  const [found, first, sign, second, year = ''] = NUMBERS.exec(text) ?? []
  if (found !== undefined) {
    // Dates with points begin with the day.
    if (sign === '.') return { text: found, day: dayOf(fullYear(year), Number(second), Number(first)) }
    return { text: found, pair: [Number(first), Number(second)], year: fullYear(year) }
  }
  return (
    named(NAMED.exec(text), ([, day, name, ofYear]) => [ofYear, name, day]) ??
    named(NAME_FIRST.exec(text), ([, name, day, ofYear]) => [ofYear, name, day])
  )
}

/** Returns the day of a date in the given order of day and month; null for a date that does not exist. */
export function typedDay(date: FoundDate, order: DayOrder): string | null {
  if ('day' in date) return date.day
  const [first, second] = date.pair
  return order === 'mdy' ? dayOf(date.year, first, second) : dayOf(date.year, second, first)
}

/** Returns the order that numbers above twelve prove; `isOpen`: nothing is proven, and it matters. */
export function orderOf(dates: readonly FoundDate[]): { order: DayOrder | null; isOpen: boolean } {
  const pairs = dates.flatMap((date) => ('pair' in date ? [date.pair] : []))
  const dmy = pairs.filter(([first]) => first > 12).length
  const mdy = pairs.filter(([, second]) => second > 12).length
  if (dmy !== mdy) return { order: dmy > mdy ? 'dmy' : 'mdy', isOpen: false }
  return { order: null, isOpen: pairs.some(([first, second]) => first !== second) }
}

/** Returns the order in which a locale writes day and month. */
export function usualOrder(locale: string): DayOrder {
  const parts = dateFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' }).formatToParts(0)
  const position = (type: string) => parts.findIndex((part) => part.type === type)
  return position('month') < position('day') ? 'mdy' : 'dmy'
}

type Parts = [year: string | undefined, month: string | undefined, day: string | undefined]

function named(found: RegExpExecArray | null, partsOf: (found: RegExpExecArray) => Parts): FoundDate | null {
  const [year = '', name = '', day] = found ? partsOf(found) : []
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return found && month > 0 ? { text: found[0], day: dayOf(fullYear(year), month, Number(day)) } : null
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

function dayOf(year: number, month: number, day: number): string | null {
  const two = (part: number) => String(part).padStart(2, '0')
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return year <= YEAR_MAX && isDay(text) ? text : null
}
