import { decimalsOf, isCurrency } from './currencies'
import { numberFormat } from './formatters'
import { AMOUNT_LITERAL_MAX, AMOUNT_MAX_MINOR } from './limits'

export type AmountProblem = 'not_a_number' | 'too_many_decimals' | 'amount_too_small' | 'amount_too_large'

export type MinorAmount =
  | { readonly ok: true; readonly minor: number }
  | { readonly ok: false; readonly code: AmountProblem }

/**
 * Exact minor units of an amount in major units as it came from JSON (decisions: amounts on the wire).
 * Works on decimal text, so 1.15 USD is 115, never 114.99…; nothing is rounded. `literal` is the JSON number as it
 * was sent, where it is known: 10.000000000000000001 is refused, although its double is 10.
 * Throws RangeError for an unknown currency.
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
  // The digits count these parts of a minor unit.
  const unit = 10n ** BigInt(Math.max(0, scale - places))
  const parts = digits * 10n ** BigInt(Math.max(0, places - scale))
  if (parts < unit) return { ok: false, code: 'amount_too_small' }
  if (parts > BigInt(AMOUNT_MAX_MINOR) * unit) return { ok: false, code: 'amount_too_large' }
  if (parts % unit !== 0n) return { ok: false, code: 'too_many_decimals' }
  return { ok: true, minor: Number(parts / unit) }
}

/**
 * The JSON number of an amount in minor units: the double nearest to it, which prints exactly up to
 * 15 digits. Sums and debts (negative) too. Throws RangeError for a non-integer or an unknown currency.
 */
export function toMajor(amountMinor: number, currency: string): number {
  return Number(toDecimalString(amountMinor, currency))
}

/** Exact decimal text of minor units with all the currency's decimals: 12050 USD is `120.50`. Throws as toMajor. */
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

/**
 * A major amount for people in their locale, without the currency code: `1,234.50`. All the currency's
 * decimals are shown; a currency unknown here (another host's) is shown as the number came.
 */
export function formatMajor(amountMajor: number, currency: string, locale = 'en'): string {
  const minimumFractionDigits = isCurrency(currency) ? decimalsOf(currency) : 0
  return numberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 20 }).format(amountMajor)
}

/** The one rounding of money: numerator / denominator, halves towards plus infinity. Denominator > 0. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('denominator must be positive')
  const doubled = 2n * numerator + denominator
  const divisor = 2n * denominator
  const quotient = doubled / divisor
  // BigInt division truncates; a negative remainder means that the floor is one lower.
  return doubled % divisor < 0n ? quotient - 1n : quotient
}

/** A fee: `percentPpm` parts per million of the amount (2.9 % = 29,000) plus `fixedMinor` minor units. */
export type FeeRate = { readonly percentPpm: number; readonly fixedMinor: number }

/** Fee in minor units of one approved payment, rounded half up once (decisions: fee units). */
export function feeMinor(amountMinor: number, rate: FeeRate): number {
  const share = roundHalfUp(BigInt(amountMinor) * BigInt(rate.percentPpm), 1_000_000n)
  return Number(share + BigInt(rate.fixedMinor))
}

// One percentage point is 10,000 parts per million.
const PPM_DECIMALS = 4

/**
 * Parts per million of percentage points (2.9 → 29,000). Throws RangeError when outside 0 to 100 or with
 * more than four decimals.
 */
export function percentToPpm(percentPoints: number): number {
  if (!(percentPoints >= 0 && percentPoints <= 100)) throw new RangeError('a percentage is 0 to 100')
  const { digits, scale } = decimalParts(String(percentPoints))
  if (scale > PPM_DECIMALS) throw new RangeError('a percentage has at most four decimals')
  return Number(digits * 10n ** BigInt(PPM_DECIMALS - scale))
}

/** Percentage points of parts per million, as `balance.fee_schedule.percent` shows them (29,000 → 2.9). */
export function ppmToPercent(ppm: number): number {
  const digits = BigInt(ppm)
    .toString()
    .padStart(PPM_DECIMALS + 1, '0')
  return Number(`${digits.slice(0, -PPM_DECIMALS)}.${digits.slice(-PPM_DECIMALS)}`)
}

/** A non-negative finite JSON number as digits × 10^-scale, scale >= 0. */
function decimalParts(literal: string): { digits: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}
