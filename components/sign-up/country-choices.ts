/** Countries by the currency in which their merchants charge. */
const COUNTRIES_OF: Readonly<Record<string, string>> = {
  AED: 'AE',
  AFN: 'AF',
  ALL: 'AL',
  AMD: 'AM',
  AOA: 'AO',
  ARS: 'AR',
  AUD: 'AU CC CX KI NF NR TV',
  AWG: 'AW',
  AZN: 'AZ',
  BAM: 'BA',
  BBD: 'BB',
  BDT: 'BD',
  BHD: 'BH',
  BIF: 'BI',
  BMD: 'BM',
  BND: 'BN',
  BOB: 'BO',
  BRL: 'BR',
  BSD: 'BS',
  BTN: 'BT',
  BWP: 'BW',
  BYN: 'BY',
  BZD: 'BZ',
  CAD: 'CA',
  CDF: 'CD',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CRC: 'CR',
  CUP: 'CU',
  CVE: 'CV',
  CZK: 'CZ',
  DJF: 'DJ',
  DKK: 'DK FO GL',
  DOP: 'DO',
  DZD: 'DZ',
  EGP: 'EG',
  ERN: 'ER',
  ETB: 'ET',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  FJD: 'FJ',
  FKP: 'FK',
  GBP: 'GB GG IM JE',
  GEL: 'GE',
  GHS: 'GH',
  GIP: 'GI',
  GMD: 'GM',
  GNF: 'GN',
  GTQ: 'GT',
  GYD: 'GY',
  HKD: 'HK',
  HNL: 'HN',
  HTG: 'HT',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL PS',
  INR: 'IN',
  IQD: 'IQ',
  IRR: 'IR',
  ISK: 'IS',
  JMD: 'JM',
  JOD: 'JO',
  JPY: 'JP',
  KES: 'KE',
  KGS: 'KG',
  KHR: 'KH',
  KMF: 'KM',
  KPW: 'KP',
  KRW: 'KR',
  KWD: 'KW',
  KYD: 'KY',
  KZT: 'KZ',
  LAK: 'LA',
  LBP: 'LB',
  LKR: 'LK',
  LRD: 'LR',
  LSL: 'LS',
  LYD: 'LY',
  MAD: 'MA EH',
  MDL: 'MD',
  MGA: 'MG',
  MKD: 'MK',
  MMK: 'MM',
  MNT: 'MN',
  MOP: 'MO',
  MRU: 'MR',
  MUR: 'MU',
  MVR: 'MV',
  MWK: 'MW',
  MXN: 'MX',
  MYR: 'MY',
  MZN: 'MZ',
  NAD: 'NA',
  NGN: 'NG',
  NIO: 'NI',
  NOK: 'NO SJ',
  NPR: 'NP',
  NZD: 'NZ CK NU TK',
  OMR: 'OM',
  PAB: 'PA',
  PEN: 'PE',
  PGK: 'PG',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  PYG: 'PY',
  QAR: 'QA',
  RON: 'RO',
  RSD: 'RS',
  RUB: 'RU',
  RWF: 'RW',
  SAR: 'SA',
  SBD: 'SB',
  SCR: 'SC',
  SDG: 'SD',
  SEK: 'SE',
  SGD: 'SG',
  SHP: 'SH',
  SLE: 'SL',
  SOS: 'SO',
  SRD: 'SR',
  SSP: 'SS',
  STN: 'ST',
  SYP: 'SY',
  SZL: 'SZ',
  THB: 'TH',
  TJS: 'TJ',
  TMT: 'TM',
  TND: 'TN',
  TOP: 'TO',
  TRY: 'TR',
  TTD: 'TT',
  TWD: 'TW',
  TZS: 'TZ',
  UAH: 'UA',
  UGX: 'UG',
  USD: 'AS BQ EC FM GU IO MH MP PR PW SV TC TL US VG VI ZW',
  UYU: 'UY',
  UZS: 'UZ',
  VES: 'VE',
  VND: 'VN',
  VUV: 'VU',
  WST: 'WS',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
  YER: 'YE',
  ZAR: 'ZA',
  ZMW: 'ZM',
}

/** Default zones of countries that have several. */
const MAIN_ZONES = new Set([
  'America/New_York',
  'America/Toronto',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'America/Buenos_Aires',
  'America/Santiago',
  'America/Guayaquil',
  'America/Godthab',
  'America/Nuuk',
  'Africa/Kinshasa',
  'Asia/Almaty',
  'Asia/Jakarta',
  'Asia/Kuala_Lumpur',
  'Asia/Shanghai',
  'Asia/Ulaanbaatar',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/Kiev',
  'Europe/Kyiv',
  'Europe/Lisbon',
  'Europe/Madrid',
  'Europe/Moscow',
  'Pacific/Auckland',
  'Pacific/Port_Moresby',
  'Pacific/Tahiti',
])

/** A country with the values proposed for an account there. */
export interface CountryChoice {
  code: string
  name: string
  currency: string
  /** IANA names of its time zones, the default one first. */
  zones: readonly string[]
}

/**
 * Returns every country, sorted by name. Only for the server, because browsers differ in the time zones that they know.
 */
export function countryChoices(): CountryChoice[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return Object.entries(COUNTRIES_OF)
    .flatMap(([currency, codes]) =>
      codes
        .split(' ')
        .map((code) => ({ code, name: names.of(code) ?? code, currency, zones: zonesOf(code) })),
    )
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Returns the country of the first language in an Accept-Language header that names one; null if none does. */
export function countryOfLanguages(
  acceptLanguage: string | null,
  choices: readonly CountryChoice[],
): string | null {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const [, code] = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(part) ?? []
    const found = choices.find((choice) => choice.code === code?.toUpperCase())
    if (found) return found.code
  }
  return null
}

// Newer runtimes have the method and Node 20 the property. TypeScript's ES2023 library declares neither.
type WithZones = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] }

function zonesOf(code: string): string[] {
  const region: WithZones = new Intl.Locale(`und-${code}`)
  const zones = region.getTimeZones?.() ?? region.timeZones ?? []
  return [...zones].sort((a, b) => Number(MAIN_ZONES.has(b)) - Number(MAIN_ZONES.has(a)))
}
