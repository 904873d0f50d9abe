import { decimalsOf, isCurrency } from './currencies'
import { numberFormat } from './formatters'

/** 9,999,999.99 in a 2-decimal currency: fits INTEGER columns and exceeds any real sale. */
export const AMOUNT_MIN_MINOR = 1
export const AMOUNT_MAX_MINOR = 999_999_999
/** Characters of an amount as sent; exact arithmetic on 256 KiB of digits would block the process. */
const AMOUNT_LITERAL_MAX = 64

export type AmountProblem = 'not_a_number' | 'too_many_decimals' | 'amount_too_small' | 'amount_too_large'

export type MinorAmount =
  | { readonly ok: true; readonly minor: number }
  | { readonly ok: false; readonly code: AmountProblem }

/**
 * Returns the exact minor units of an amount in major units from JSON; nothing is rounded. `literal` is the number's
 * text, if known: 10.000000000000000001 is refused. Throws RangeError for an unknown currency.
 */
export function toMinor(amountMajor: number, currency: string, literal = String(amountMajor)): MinorAmount {
  const places = decimalsOf(currency)
  if (!Number.isFinite(amountMajor)) return { ok: false, code: 'not_a_number' }
  if (amountMajor <= 0) return { ok: false, code: 'amount_too_small' }
  if (literal.length > AMOUNT_LITERAL_MAX) {
    const rounded = toMinor(amountMajor, currency)
    return rounded.ok ? { ok: false, code: 'too_many_decimals' } : rounded
  }
  const { digits, scale } = decimalParts(literal)
  // The digits count fractions of a minor unit.
  const unit = 10n ** BigInt(Math.max(0, scale - places))
  const parts = digits * 10n ** BigInt(Math.max(0, places - scale))
  if (parts < unit) return { ok: false, code: 'amount_too_small' }
  if (parts > BigInt(AMOUNT_MAX_MINOR) * unit) return { ok: false, code: 'amount_too_large' }
  if (parts % unit !== 0n) return { ok: false, code: 'too_many_decimals' }
  return { ok: true, minor: Number(parts / unit) }
}

/** Returns the JSON number of an amount in minor units. Throws RangeError for an unknown currency. */
export function toMajor(amountMinor: number, currency: string): number {
  return Number(toDecimalString(amountMinor, currency))
}

/** Returns the exact decimal text of minor units: 12050 USD is `120.50`. Throws as toMajor. */
export function toDecimalString(amountMinor: number | bigint, currency: string): string {
  if (typeof amountMinor === 'number' && !Number.isSafeInteger(amountMinor)) {
    throw new RangeError('amounts in minor units are safe integers')
  }
  const places = decimalsOf(currency)
  const minor = BigInt(amountMinor)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0')
  const sign = minor < 0n ? '-' : ''
  if (places === 0) return sign + digits
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Formats a major amount without its currency: `1,234.50`. An unknown currency's is shown unchanged. */
export function formatMajor(amountMajor: number, currency: string, locale = 'en'): string {
  const minimumFractionDigits = isCurrency(currency) ? decimalsOf(currency) : 0
  return numberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 20 }).format(amountMajor)
}

/** Formats a major amount in a locale with the currency code: `1,234.50 USD`. */
export function moneyText(amountMajor: number, currency: string, locale?: string): string {
  return `${formatMajor(amountMajor, currency, locale)} ${currency}`
}

/**
 * Returns numerator / denominator, rounded half up (towards plus infinity); the only rounding of money. Denominator > 0.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('denominator must be positive')
  const doubled = 2n * numerator + denominator
  const divisor = 2n * denominator
  const quotient = doubled / divisor
  // BigInt division truncates; a negative remainder means that the floor is one lower.
  return doubled % divisor < 0n ? quotient - 1n : quotient
}

/** Splits the text of a non-negative finite JSON number into digits × 10^-scale, scale >= 0. */
export function decimalParts(literal: string): { digits: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}
