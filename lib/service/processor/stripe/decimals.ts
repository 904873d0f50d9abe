import { decimalsOf, isCurrency } from '@/lib/domain/currencies'

// Currencies that Stripe charges (docs.stripe.com/currencies), by the decimals of its amounts. ISK and UGX have none, but
// Stripe counts them in hundredths that are always zero. HUF and TWD have two; only Stripe's own payouts are in whole units.
// Amounts of currencies with three decimals must end in zero at Stripe, so ours do not fit and none is listed.
const TWO_DECIMALS =
  'AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK ' +
  'DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR KYD KZT ' +
  'LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
  'PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SRD SZL THB TJS TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD XCG ' +
  'YER ZAR ZMW'
const NO_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'

const decimals: ReadonlyMap<string, number> = new Map([
  ...TWO_DECIMALS.split(' ').map((code) => [code, 2] as const),
  ...NO_DECIMALS.split(' ').map((code) => [code, 0] as const),
])

/** Returns whether Stripe charges a currency (upper case) in our minor unit, so that our amount is Stripe's amount. */
export function acceptsCurrency(currency: string): boolean {
  return isCurrency(currency) && decimals.get(currency) === decimalsOf(currency)
}
