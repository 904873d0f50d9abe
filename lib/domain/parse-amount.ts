import { decimalsOf } from './currencies'
import { numberFormat } from './formatters'
import { type AmountProblem, toMinor } from './money'

export type TypedAmount =
  | { readonly ok: true; readonly major: number; readonly minor: number }
  | { readonly ok: false; readonly code: AmountProblem | 'empty' }

/**
 * Parses an amount as people type it: `12,50`, `1.234,50`, `1 234.5` or `1'234`. Of two kinds of separator the last one
 * is decimal; a single separator is grouping only if the locale groups with it and three digits follow. Throws RangeError
 * for an unknown currency.
 */
export function parseAmount(text: string, currency: string, locale: string): TypedAmount {
  const places = decimalsOf(currency)
  const compact = text
    .normalize('NFKC')
    .replace(/[\s'’_]/g, '')
    .replace(/٫/g, '.')
    .replace(/٬/g, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  if (compact === '') return { ok: false, code: 'empty' }
  if (!/^\d*([.,]\d*)*$/.test(compact) || !/\d/.test(compact)) return { ok: false, code: 'not_a_number' }
  const plain = withPointOnly(compact, places, locale)
  if (plain === null) return { ok: false, code: 'not_a_number' }
  const decimals = plain.split('.')[1] ?? ''
  if (decimals.replace(/0+$/, '').length > places) return { ok: false, code: 'too_many_decimals' }
  const major = Number(plain)
  const parsed = toMinor(major, currency)
  return parsed.ok ? { ok: true, major, minor: parsed.minor } : parsed
}

/** Returns the same number with only a decimal point, or null if its separators are invalid. */
function withPointOnly(text: string, places: number, locale: string): string | null {
  const points = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (points > 0 && commas > 0) {
    const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
    const [whole = '', fraction = '', ...more] = text.split(decimal)
    if (more.length > 0) return null
    return grouped(whole) === null || /[.,]/.test(fraction) ? null : `${grouped(whole)}.${fraction}`
  }
  if (points + commas === 0) return text
  if (points + commas > 1) return grouped(text)
  const separator = points === 1 ? '.' : ','
  // `1234,567` and `0,500` are no valid grouping, so the separator is decimal.
  const groups = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  if (groups && (places === 0 || separator === groupOf(locale))) return text.replace(separator, '')
  return text.replace(',', '.')
}

/** Returns the digits of `1.234.567`, or null if the groups do not have three digits (two in Indian notation). */
function grouped(text: string): string | null {
  if (/^\d+$/.test(text)) return text
  return /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(text) ? text.replace(/[.,]/g, '') : null
}

function groupOf(locale: string): string | undefined {
  const parts = numberFormat(locale, { useGrouping: true }).formatToParts(1234567)
  return parts.find((part) => part.type === 'group')?.value
}
