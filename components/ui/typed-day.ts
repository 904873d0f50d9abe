import { dateFormat } from '@/lib/contract/formatters'
import { dateOfDay } from './calendar-day'

export type DayPart = 'day' | 'month' | 'year'

/** How the locale writes a day in digits: its parts in their order, and what stands between them. */
function written(locale: string): { type: string; value: string }[] {
  return (
    dateFormat(locale, {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
      .formatToParts(new Date(0))
      // Marks of direction are no letters that anybody types.
      .map(({ type, value }) => ({ type, value: value.replace(/[\u200e\u200f\u061c]/g, '') }))
  )
}

function isPart(type: string): type is DayPart {
  return type === 'day' || type === 'month' || type === 'year'
}

/** `dd/mm/yyyy` in the locale's order, of the letters given for each part. */
export function dayPattern(locale: string, letters: Readonly<Record<DayPart, string>>): string {
  return written(locale)
    .map(({ type, value }) => (isPart(type) ? letters[type] : value))
    .join('')
    .trim()
}

/** Days (`2026-11-21`) among which one without its year is looked for. */
export type DayBounds = { today: string; min?: string | undefined; max?: string | undefined }

const SPELLED = [
  // `5 Nov`, `5. November 2026`
  /^(?<date>\d{1,2})(?:st|nd|rd|th)?\.?\s*(?<word>\p{L}{3,})\.?(?:,?\s*(?<year>\d{4}))?$/u,
  // `Nov 5`, `November 5th, 2026`
  /^(?<word>\p{L}{3,})\.?\s*(?<date>\d{1,2})(?:st|nd|rd|th)?(?:(?:,|\s)\s*(?<year>\d{4}))?$/u,
]

/**
 * The day that was typed with its month in words, as `showDay` writes it or shorter (`15 nov 2026`, `Nov 15`); null
 * otherwise. Without a year it is the latest such day that `max` allows, else the first from `min` on, else the nearest.
 */
export function readSpelledDay(
  text: string,
  showDay: (day: string) => string,
  bounds: DayBounds,
): string | null {
  const parts = spelledParts(text, showDay)
  if (!parts) return null
  return parts.year === null ? nearestOf((year) => dayOf({ ...parts, year }), bounds) : realDay(parts)
}

/** What was typed, its month and date with two digits, be it a day or not; without a year that is null. */
type Parts = { year: string | null; month: string; date: string }

function dayOf({ year, month, date }: Parts): string {
  return `${year}-${month}-${date}`
}

function realDay(parts: Parts): string | null {
  return dateOfDay(dayOf(parts)) ? dayOf(parts) : null
}

function spelledParts(text: string, showDay: (day: string) => string): Parts | null {
  const match = SPELLED.map((pattern) => pattern.exec(text.trim())?.groups).find((groups) => groups)
  if (!match) return null
  const { date = '', word = '', year = null } = match
  const month = monthOfWord(word.toLowerCase(), showDay)
  return month === null ? null : { year, month, date: date.padStart(2, '0') }
}

/** The month (1 to 12) that has no such day, and how many it has, of a day that was typed right; null otherwise. */
export function lackedDay(
  text: string,
  locale: string,
  showDay: (day: string) => string,
): { year: number | null; month: number; days: number } | null {
  const parts = digitParts(text, locale) ?? spelledParts(text, showDay)
  if (!parts) return null
  const [year, month, date] = [
    parts.year === null ? null : Number(parts.year),
    Number(parts.month),
    Number(parts.date),
  ]
  if (month < 1 || month > 12) return null
  // Without a year February is given all that it ever has.
  const days = new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate()
  return date >= 1 && date <= days ? null : { year, month, days }
}

/** `11` of `nov`, by what `showDay` calls the months. */
function monthOfWord(typed: string, showDay: (day: string) => string): string | null {
  for (let number = 1; number <= 12; number += 1) {
    const month = String(number).padStart(2, '0')
    const shown = showDay(`2000-${month}-01`)
      .toLowerCase()
      .replace(/[^\p{L}]/gu, '')
    if (shown !== '' && (shown.startsWith(typed) || typed.startsWith(shown))) return month
  }
  return null
}

/** The 29th of February comes again after eight years at the latest. */
const YEARS_ROUND = 8

function nearestOf(inYear: (year: string) => string, { today, min, max }: DayBounds): string | null {
  const middle = Number((max ?? min ?? today).slice(0, 4))
  const days = Array.from({ length: 2 * YEARS_ROUND + 1 }, (_, index) =>
    inYear(String(middle - YEARS_ROUND + index).padStart(4, '0')),
  ).filter((day) => dateOfDay(day))
  if (max) return days.findLast((day) => day <= max) ?? null
  if (min) return days.find((day) => day >= min) ?? null
  const apart = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  return days.toSorted((one, other) => apart(one) - apart(other))[0] ?? null
}

/**
 * The day (`2026-11-21`) that was typed, or null. Takes ISO 8601, and the locale's order with any separators, with none,
 * or with two digits of the year.
 */
export function readDay(text: string, locale: string): string | null {
  const parts = digitParts(text, locale)
  return parts && realDay(parts)
}

function digitParts(text: string, locale: string): Parts | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .trim()
  if (/[^\d\s./\-,年月日]/.test(plain)) return null
  const order = written(locale)
    .map(({ type }) => type)
    .filter(isPart)
  const groups = plain.split(/\D+/).filter(Boolean)
  const [only = ''] = groups
  if (groups.length === 1 && only.length === 8) return toParts(split(only, order), order)
  if (groups.length !== 3) return null
  return only.length === 4 ? toParts(groups, ['year', 'month', 'day']) : toParts(groups, order)
}

/** `21112026` in pieces as long as the parts are. */
function split(digits: string, order: readonly DayPart[]): string[] {
  let at = 0
  return order.map((part) => {
    const piece = digits.slice(at, at + (part === 'year' ? 4 : 2))
    at += piece.length
    return piece
  })
}

function toParts(groups: readonly string[], order: readonly DayPart[]): Parts | null {
  const piece = (part: DayPart) => groups[order.indexOf(part)] ?? ''
  const [year, month, date] = [piece('year'), piece('month'), piece('day')]
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(date)) return null
  return {
    year: year.length === 2 ? `20${year}` : year,
    month: month.padStart(2, '0'),
    date: date.padStart(2, '0'),
  }
}
