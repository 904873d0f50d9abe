import { decimalsOf, isCurrency } from '@/lib/domain/currencies'

/** Most currencies have two; a code that we do not know is another host's. */
const DECIMALS_OF_THE_UNKNOWN = 2

/** No money is more, in minor units, and thousands of such amounts still add up exactly in a JavaScript number. */
const AMOUNT_MAX_MINOR = 10n ** 14n

/**
 * Minor units of an amount from a host, for order and sums in the mirror. Unlike the contract's `toMinor` it accepts any
 * currency, and cuts digits beyond the currency's decimals. Throws RangeError for an absurd amount, which one sum could not
 * hold. Never float arithmetic.
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

/** Decimals with which the mirror keeps amounts of any currency. */
export function decimalsInMirror(currency: string): number {
  return isCurrency(currency) ? decimalsOf(currency) : DECIMALS_OF_THE_UNKNOWN
}
