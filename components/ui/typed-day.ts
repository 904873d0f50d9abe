import { dateOfDay } from './calendar-day'

export type DayPart = 'day' | 'month' | 'year'

/** How the locale writes a day in digits: its parts in their order, and what stands between them. */
function written(locale: string): { type: string; value: string }[] {
  return (
    new Intl.DateTimeFormat(locale, {
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

/** The day that was typed with its month in words, as `showDay` writes it or shorter (`15 nov 2026`); null otherwise. */
export function readSpelledDay(text: string, showDay: (day: string) => string): string | null {
  const match = text.trim().match(/^(\d{1,2})\.?\s*(\p{L}{3,})\.?,?\s*(\d{4})$/u)
  if (!match) return null
  const [, date = '', word = '', year = ''] = match
  const lettersOf = (shown: string) => shown.toLowerCase().replace(/[^\p{L}]/gu, '')
  for (let month = 1; month <= 12; month += 1) {
    const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
    const shown = dateOfDay(day) ? lettersOf(showDay(day)) : ''
    const typed = word.toLowerCase()
    if (shown !== '' && (shown.startsWith(typed) || typed.startsWith(shown))) return day
  }
  return null
}

/**
 * The day (`2026-11-21`) that was typed, or null. Takes ISO 8601, and the locale's order with any separators, with none,
 * or with two digits of the year.
 */
export function readDay(text: string, locale: string): string | null {
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
  if (groups.length === 1 && only.length === 8) return toDay(split(only, order), order)
  if (groups.length !== 3) return null
  return only.length === 4 ? toDay(groups, ['year', 'month', 'day']) : toDay(groups, order)
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

function toDay(groups: readonly string[], order: readonly DayPart[]): string | null {
  const piece = (part: DayPart) => groups[order.indexOf(part)] ?? ''
  const [year, month, date] = [piece('year'), piece('month'), piece('day')]
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(date)) return null
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return dateOfDay(day) ? day : null
}
