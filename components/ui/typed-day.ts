import { dateFormat } from '@/lib/domain/formatters'
import { dateOfDay } from './calendar-day'

type DayPart = 'day' | 'month' | 'year'

/** Returns how the locale writes a day in digits: the parts in their order, and the separators between them. */
function numericParts(locale: string): { type: string; value: string }[] {
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
      // Direction marks are never typed.
      .map(({ type, value }) => ({ type, value: value.replace(/[\u200e\u200f\u061c]/g, '') }))
  )
}

function isPart(type: string): type is DayPart {
  return type === 'day' || type === 'month' || type === 'year'
}

/** Returns the locale's numeric format with the given text for each part: `dd/mm/yyyy`. */
export function dayPattern(locale: string, texts: Readonly<Record<DayPart, string>>): string {
  return numericParts(locale)
    .map(({ type, value }) => (isPart(type) ? texts[type] : value))
    .join('')
    .trim()
}

/** Returns a day (`2026-11-21`) in the locale's numeric format: `21/11/2026`. */
export function writeDay(day: string, locale: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return dayPattern(locale, { year, month, day: date })
}

/** Returns the typed day as `2026-11-21`, or null. Accepts ISO 8601 and the locale's numeric order with any separators. */
export function readDay(text: string, locale: string): string | null {
  const parts = numericParts(locale)
  const order = parts.map(({ type }) => type).filter(isPart)
  const separators = `./-, ${parts.map(({ type, value }) => (isPart(type) ? '' : value)).join('')}`
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .trim()
  if ([...plain].some((char) => !/\d/.test(char) && !separators.includes(char))) return null
  const groups = plain.split(/\D+/).filter(Boolean)
  if (groups.length !== order.length) return null
  const typedOrder: readonly DayPart[] = groups[0]?.length === 4 ? ['year', 'month', 'day'] : order
  const [year = '', month = '', date = ''] = (['year', 'month', 'day'] as const).map(
    (part) => groups[typedOrder.indexOf(part)],
  )
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return dateOfDay(day) ? day : null
}
