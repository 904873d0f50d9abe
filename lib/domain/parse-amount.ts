import { asciiDigits } from './ascii-digits'
import { decimalsOf } from './currencies'
import { withoutCurrency } from './currency-signs'
import { numberFormat } from './formatters'
import { type AmountProblem, toMinor } from './money'

export type TypedAmount =
  | { readonly ok: true; readonly major: number; readonly minor: number }
  | {
      readonly ok: false
      readonly code: AmountProblem | 'empty' | 'ambiguous'
      /** Valid amounts in major units that the text may mean, the larger one first; two if it is ambiguous. */
      readonly readings: readonly number[]
    }

export type DecimalSign = '.' | ','

/** Notation of a column of amounts, as far as something proves it. */
export type Notation = {
  readonly decimal: DecimalSign | null
  /** True if an unmistakable amount has three or four decimals, as `0.500` does. */
  readonly hasThreeDecimals: boolean
}

const NOTHING_PROVEN: Notation = { decimal: null, hasThreeDecimals: false }
/** `1.000` is a thousand in one notation and one in the other; East Asia also groups four digits: `1,0000`. */
const LONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$|^[1-9]\d{0,3}[.,]\d{4}$/

/**
 * Parses an amount as people type it: `12,50`, `1.234,50`, `1 234.5` or `1'234`. Digits that the locale groups, such as
 * `1,000` in English, are a thousand; `1.000` is `ambiguous` there. Throws RangeError for an unknown currency.
 */
export function parseAmount(text: string, currency: string, locale: string): TypedAmount {
  const group = numberFormat(locale, { useGrouping: true })
    .formatToParts(1234567)
    .find(({ type }) => type === 'group')?.value
  const decimal = group === ',' ? '.' : group === '.' ? ',' : null
  return parseAmountIn(text, currency, { decimal, hasThreeDecimals: false })
}

/** Parses an amount of a table in the notation of its column. Throws RangeError for an unknown currency. */
export function parseAmountIn(text: string, currency: string, notation: Notation): TypedAmount {
  if (text.trim() === '') return { ok: false, code: 'empty', readings: [] }
  const compact = compactNumber(withoutCurrency(text, currency))
  const texts = compact === null ? [] : readNumber(compact, decimalsOf(currency), notation)
  const [first, second] = texts.map((plain) => toAmount(plain, currency))
  if (!first) return { ok: false, code: 'not_a_number', readings: [] }
  if (!second) return first
  const readings = [first, second].flatMap((amount) => (amount.ok ? [amount.major] : []))
  return { ok: false, code: second.ok ? 'ambiguous' : second.code, readings }
}

function toAmount(plain: string, currency: string): TypedAmount {
  const decimals = plain.split('.')[1] ?? ''
  if (decimals.replace(/0+$/, '').length > decimalsOf(currency))
    return { ok: false, code: 'too_many_decimals', readings: [] }
  const major = Number(plain)
  const parsed = toMinor(major, currency)
  return parsed.ok ? { ...parsed, major } : { ...parsed, readings: [] }
}

/** Returns the ASCII digits and the signs `.` and `,` of a number; null for any other text. */
export function compactNumber(text: string): string | null {
  // Superscripts and the like are no digits.
  if (/\p{No}/u.test(text)) return null
  const plain = asciiDigits(text)
    .trim()
    .replace(/٫/g, '.')
    .replace(/[٬’_]|\s/g, "'")
  const isGrouped = /^\d{1,3}(?:'\d{2,3})*'\d{3}(?:[.,]\d*)?$/.test(plain)
  const compact = isGrouped ? plain.replace(/'/g, '') : plain
  return /^\d*(?:[.,]\d*)*$/.test(compact) && /\d/.test(compact) ? compact : null
}

/** Returns a number with a decimal point only; two texts, the larger first, if its sign is not proven. */
export function readNumber(text: string, places: number, notation: Notation): readonly string[] {
  const signs = text.replace(/\d/g, '')
  const last = signs.at(-1)
  if (last === undefined) return [text]
  const whole = text.slice(0, text.lastIndexOf(last))
  const decimals = text.slice(whole.length + 1)
  if (signs.length > 1) {
    const isDecimal = signs.indexOf(last) === signs.length - 1
    const digits = grouped(isDecimal ? whole : text)
    if (digits === null) return []
    return [isDecimal ? `${digits}.${decimals}` : digits]
  }
  const decimal = `${whole}.${decimals}`
  // `1234,567` and `0,500` are no valid grouping, so the sign is decimal.
  if (!LONE_GROUP.test(text)) return [decimal]
  const isGroup = decimals.length === 3
  if (isGroup && (places === 0 || (notation.decimal !== null && notation.decimal !== last)))
    return [whole + decimals]
  if ((places > 2 && isGroup) || (notation.decimal === last && notation.hasThreeDecimals)) return [decimal]
  return [whole + decimals, decimal]
}

/** Returns what the unmistakable amounts of a column prove; nothing if they contradict each other. */
export function notationOf(texts: readonly string[], usual: DecimalSign | null = null): Notation {
  let proven = NOTHING_PROVEN
  for (const text of texts) {
    const compact = compactNumber(text.replace(/^\D*[\p{L}\p{Sc}]\D*|^[^\d.,]+|[^\d.,]+$/gu, '')) ?? ''
    const signs = compact.replace(/\d/g, '')
    const last = signs.at(-1)
    if (last === undefined || LONE_GROUP.test(compact)) continue
    const isGroup = signs.length > 1 && signs.indexOf(last) < signs.length - 1
    const decimal = (last === '.') === isGroup ? ',' : '.'
    if (proven.decimal !== null && proven.decimal !== decimal) return NOTHING_PROVEN
    const hasThreeDecimals = proven.hasThreeDecimals || (!isGroup && /[.,]\d{3,4}$/.test(compact))
    proven = { decimal, hasThreeDecimals }
  }
  return proven.decimal === null ? { ...proven, decimal: usual } : proven
}

/** Returns the decimal sign that a file's separator implies (`;` separates decimal commas); null if none. */
export function decimalSignBeside(separator: string): DecimalSign | null {
  return separator === ';' ? ',' : separator === ',' ? '.' : null
}

/** Returns the digits of `1.234.567`, or null if the groups do not have three digits (two in Indian notation). */
function grouped(text: string): string | null {
  if (/^\d+$/.test(text)) return text
  const isGrouped = /^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+)$|^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text)
  return isGrouped ? text.replace(/[.,]/g, '') : null
}
