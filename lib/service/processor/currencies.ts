import { currencyCodes, decimalsOf, isCurrency } from '@/lib/domain/currencies'
import type { Environment } from '@/lib/platform/env'

export type ProcessorName = Environment['PROCESSOR']

// Currencies that Stripe charges (docs.stripe.com/currencies), by the decimals of its amounts. ISK and UGX have none, but
// Stripe counts them in hundredths that are always zero. HUF and TWD have two; only Stripe's own payouts are in whole units.
// Amounts of currencies with three decimals must end in zero at Stripe, so ours do not fit and none is listed.
const STRIPE_TWO_DECIMALS =
  'AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK ' +
  'DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD KZT ' +
  'LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
  'PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SRD SZL THB TJS TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD XCG ' +
  'YER ZAR ZMW'
const STRIPE_NO_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'

const stripeDecimals: ReadonlyMap<string, number> = new Map([
  ...STRIPE_TWO_DECIMALS.split(' ').map((code) => [code, 2] as const),
  ...STRIPE_NO_DECIMALS.split(' ').map((code) => [code, 0] as const),
])

/** Currencies that a processor charges in our minor units; the test bank takes all. */
const accepts: Readonly<Record<ProcessorName, (currency: string) => boolean>> = {
  test_bank: isCurrency,
  stripe: (currency) => isCurrency(currency) && stripeDecimals.get(currency) === decimalsOf(currency),
}

/** Returns the currencies (upper case, sorted) in which an account may charge with a processor. */
export function acceptedCurrencies(processor: ProcessorName): readonly string[] {
  return currencyCodes.filter(accepts[processor])
}

/** Returns whether an account may charge in a currency (upper case) with a processor. */
export function isAccepted(processor: ProcessorName, currency: string): boolean {
  return accepts[processor](currency)
}
