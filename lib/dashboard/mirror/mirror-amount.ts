import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { toDecimalString } from '@/lib/domain/money'

/** Decimals of a currency that is unknown here; most currencies have two. */
const DECIMALS_OF_THE_UNKNOWN = 2

/** Largest amount, in minor units; thousands of such amounts still add up exactly in a JavaScript number. */
const AMOUNT_MAX_MINOR = 10n ** 14n

/**
 * Returns the minor units of a host's amount, for order and sums in the mirror. Unlike the contract's `toMinor` it
 * accepts any currency, and cuts digits beyond the currency's decimals. Throws RangeError for an absurdly large amount.
 * Never uses float arithmetic.
 */
export function mirrorAmount(amountMajor: number, currency: string): bigint {
  const places = decimalsInMirror(currency)
  const [mantissa = '0', exponent = '0'] = String(Math.abs(amountMajor)).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent) + places - fraction.length
  const digits = BigInt(whole + fraction)
  const minor = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  if (minor > AMOUNT_MAX_MINOR) throw new RangeError('An amount is too large.')
  return amountMajor < 0 ? -minor : minor
}

/** Returns what is left of an amount without its parts, exactly, in major units. */
export function remainderOf(amountMajor: number, partsMajor: readonly number[], currency: string): number {
  const minor = (major: number) => mirrorAmount(major, currency)
  return shownAmount(
    partsMajor.reduce((rest, part) => rest - minor(part), minor(amountMajor)),
    currency,
  )
}

/** Returns the number of decimals with which the mirror stores amounts of a currency. */
export function decimalsInMirror(currency: string): number {
  return isCurrency(currency) ? decimalsOf(currency) : DECIMALS_OF_THE_UNKNOWN
}

/**
 * Returns a sum of the mirror's minor units in major units, as the nearest number: another host's sum may be too large
 * for an exact one. A currency that is unknown here has two decimals.
 */
export function shownAmount(amountMinor: bigint, currency: string): number {
  return isCurrency(currency) ? Number(toDecimalString(amountMinor, currency)) : Number(amountMinor) / 100
}
