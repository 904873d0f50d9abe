import type { Language } from '@/lib/domain/languages'

/** Currency in which the merchants of each country charge. */
const CURRENCIES = `
  AD:EUR AE:AED AF:AFN AG:XCD AI:XCD AL:ALL AM:AMD AO:AOA AR:ARS AS:USD AT:EUR AU:AUD AW:AWG AX:EUR AZ:AZN
  BA:BAM BB:BBD BD:BDT BE:EUR BF:XOF BG:EUR BH:BHD BI:BIF BJ:XOF BL:EUR BM:BMD BN:BND BO:BOB BQ:USD BR:BRL
  BS:BSD BT:BTN BW:BWP BY:BYN BZ:BZD CA:CAD CC:AUD CD:CDF CF:XAF CG:XAF CH:CHF CI:XOF CK:NZD CL:CLP CM:XAF
  CN:CNY CO:COP CR:CRC CU:CUP CV:CVE CW:XCG CX:AUD CY:EUR CZ:CZK DE:EUR DJ:DJF DK:DKK DM:XCD DO:DOP DZ:DZD
  EC:USD EE:EUR EG:EGP EH:MAD ER:ERN ES:EUR ET:ETB FI:EUR FJ:FJD FK:FKP FM:USD FO:DKK FR:EUR GA:XAF GB:GBP
  GD:XCD GE:GEL GF:EUR GG:GBP GH:GHS GI:GIP GL:DKK GM:GMD GN:GNF GP:EUR GQ:XAF GR:EUR GT:GTQ GU:USD GW:XOF
  GY:GYD HK:HKD HN:HNL HR:EUR HT:HTG HU:HUF ID:IDR IE:EUR IL:ILS IM:GBP IN:INR IO:USD IQ:IQD IR:IRR IS:ISK
  IT:EUR JE:GBP JM:JMD JO:JOD JP:JPY KE:KES KG:KGS KH:KHR KI:AUD KM:KMF KN:XCD KP:KPW KR:KRW KW:KWD KY:KYD
  KZ:KZT LA:LAK LB:LBP LC:XCD LI:CHF LK:LKR LR:LRD LS:LSL LT:EUR LU:EUR LV:EUR LY:LYD MA:MAD MC:EUR MD:MDL
  ME:EUR MF:EUR MG:MGA MH:USD MK:MKD ML:XOF MM:MMK MN:MNT MO:MOP MP:USD MQ:EUR MR:MRU MS:XCD MT:EUR MU:MUR
  MV:MVR MW:MWK MX:MXN MY:MYR MZ:MZN NA:NAD NC:XPF NE:XOF NF:AUD NG:NGN NI:NIO NL:EUR NO:NOK NP:NPR NR:AUD
  NU:NZD NZ:NZD OM:OMR PA:PAB PE:PEN PF:XPF PG:PGK PH:PHP PK:PKR PL:PLN PM:EUR PR:USD PS:ILS PT:EUR PW:USD
  PY:PYG QA:QAR RE:EUR RO:RON RS:RSD RU:RUB RW:RWF SA:SAR SB:SBD SC:SCR SD:SDG SE:SEK SG:SGD SH:SHP SI:EUR
  SJ:NOK SK:EUR SL:SLE SM:EUR SN:XOF SO:SOS SR:SRD SS:SSP ST:STN SV:USD SX:XCG SY:SYP SZ:SZL TC:USD TD:XAF
  TG:XOF TH:THB TJ:TJS TK:NZD TL:USD TM:TMT TN:TND TO:TOP TR:TRY TT:TTD TV:AUD TW:TWD TZ:TZS UA:UAH UG:UGX
  US:USD UY:UYU UZ:UZS VA:EUR VC:XCD VE:VES VG:USD VI:USD VN:VND VU:VUV WF:XPF WS:WST XK:EUR YE:YER YT:EUR
  ZA:ZAR ZM:ZMW ZW:USD`

/** Default zones of countries that have several. */
const MAIN_ZONES = `
  America/New_York America/Toronto America/Mexico_City America/Sao_Paulo America/Buenos_Aires
  America/Santiago America/Guayaquil America/Godthab America/Nuuk Africa/Kinshasa Asia/Almaty Asia/Jakarta
  Asia/Kuala_Lumpur Asia/Shanghai Asia/Ulaanbaatar Australia/Sydney Europe/Berlin Europe/Kiev Europe/Kyiv
  Europe/Lisbon Europe/Madrid Europe/Moscow Pacific/Auckland Pacific/Port_Moresby Pacific/Tahiti`

export interface CountryChoice {
  code: string
  name: string
  currency: string
  /** IANA names of its time zones, the default one first. */
  zones: readonly string[]
}

/** Returns every country, sorted by its name in a language. Only for the server, because browsers differ in the time zones that they know. */
export function countryChoices(language: Language): CountryChoice[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return wordsOf(CURRENCIES)
    .map((pair) => {
      const [code = '', currency = ''] = pair.split(':')
      return { code, name: names.of(code) ?? code, currency, zones: zonesOf(code) }
    })
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

// Newer runtimes have the method and Node 20 the property. TypeScript's ES2023 library declares neither.
type WithZones = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] }

function zonesOf(code: string): string[] {
  const region: WithZones = new Intl.Locale(`und-${code}`)
  const zones = region.getTimeZones?.() ?? region.timeZones ?? []
  const isMain = (zone: string) => Number(wordsOf(MAIN_ZONES).includes(zone))
  return [...zones].sort((a, b) => isMain(b) - isMain(a))
}
