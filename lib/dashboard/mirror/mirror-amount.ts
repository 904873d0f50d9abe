import { decimalsOf, isCurrency } from '@/lib/contract/currencies'

/** Most currencies have two; a code that we do not know is another host's. */
const DECIMALS_OF_THE_UNKNOWN = 2

/** BIGINT's largest: no money is more, but one absurd number must not keep a whole page of objects out of the mirror. */
const BIGINT_MAX = 9_223_372_036_854_775_807n

/**
 * Minor units of an amount that a host told, for order and sums in the mirror. Unlike the contract's `toMinor`
 * it takes any number a host may send; digits beyond the currency's decimals are cut, and what no
 * column could hold counts as the most that one can. Never float arithmetic.
 */
export function mirrorAmount(amountMajor: number, currency: string): bigint {
  const places = isCurrency(currency) ? decimalsOf(currency) : DECIMALS_OF_THE_UNKNOWN
  const [mantissa = '0', exponent = '0'] = String(Math.abs(amountMajor)).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent) + places - fraction.length
  const digits = BigInt(whole + fraction)
  const exact = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  const minor = exact > BIGINT_MAX ? BIGINT_MAX : exact
  return amountMajor < 0 ? -minor : minor
}
