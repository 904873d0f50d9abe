const TWO_DECIMALS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
  'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD ' +
  'KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
  'NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL ' +
  'THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'

// Exceptions of ISO 4217 to two decimals. Intl differs for some (IQD), so the table is our own.
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'
const FOUR_DECIMALS = 'CLF UYW'

const decimals: ReadonlyMap<string, number> = new Map([
  ...TWO_DECIMALS.split(' ').map((code) => [code, 2] as const),
  ...NO_DECIMALS.split(' ').map((code) => [code, 0] as const),
  ...THREE_DECIMALS.split(' ').map((code) => [code, 3] as const),
  ...FOUR_DECIMALS.split(' ').map((code) => [code, 4] as const),
])

export const currencyCodes: readonly string[] = [...decimals.keys()].sort()

/** Returns whether `code` is a currency code of ISO 4217 (upper case). */
export function isCurrency(code: string): boolean {
  return decimals.has(code)
}

/** Returns the decimal places of a currency. Throws RangeError for an unknown code. */
export function decimalsOf(currency: string): number {
  const found = decimals.get(currency)
  if (found === undefined) throw new RangeError(`unknown currency ${JSON.stringify(currency)}`)
  return found
}
