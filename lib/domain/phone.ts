import {
  isSupportedCountry,
  type PhoneNumber,
  parseDigits,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { foldText } from './fold-text'

/** Returns whether `code` is a country of ISO 3166 alpha-2 (upper case) whose phones can be read. */
export const isCountry = (code: string): boolean => isSupportedCountry(code)

/** E.164 allows 15 digits; numbers with fewer than 6 are short codes. */
export const PHONE_DIGITS_MIN = 6
export const PHONE_DIGITS_MAX = 15

/**
 * Returns a phone's identity (decisions: customers, phone): E.164 if it parses with the account's country, else its
 * digits. Null without 6 to 15 digits, and for a number that a spreadsheet has rounded.
 */
export function phoneIdentity(phone: string, country: string | null): string | null {
  const digits = digitsOf(phone)
  if (!hasPhoneDigits(digits) || isRoundedNumber(phone)) return null
  const parsed = parsedPhone(phone, country)
  return parsed && hasPhoneDigits(digitsOf(parsed.number.number)) ? parsed.number.number : digits
}

/** Returns whether a text is a number as a spreadsheet rounds it, such as `4,15555E+09`: its digits are lost. */
export function isRoundedNumber(text: string): boolean {
  return /^[+-]?\d+(?:[.,٫]\d+)?\s*e\s*[+-]?\d{1,2}$|^\d{6,}[.,]0+$/i.test(text.trim())
}

/** Returns the digits of every spelling of a phone by its E.164 identity, former numberings included. */
export function phoneSpellings(identity: string): string[] {
  const parsed = parsePhoneNumberFromString(identity)
  if (!parsed) return []
  const { countryCallingCode: code, nationalNumber } = parsed
  const former = RENUMBERED[code]?.former(nationalNumber) ?? []
  const spellings = [nationalNumber, ...former].flatMap((national) => [
    `${code}${national}`,
    `00${code}${national}`,
    national,
    `0${national}`,
  ])
  return [...new Set(spellings)]
}

/** Restores the leading `+` of a phone in a query string, which may have been decoded to a space. */
export function phoneFromQuery(text: string): string {
  return text.replace(/^ (?=\s*\d)/, '+').trim()
}

/** Returns the digits of a text as ASCII, in any script. */
export function digitsOf(text: string): string {
  return parseDigits(text)
}

/** Returns whether a text of digits alone has the length of a phone number. */
export function hasPhoneDigits(digits: string): boolean {
  return digits.length >= PHONE_DIGITS_MIN && digits.length <= PHONE_DIGITS_MAX
}

export type TypedPhone = {
  digits: string
  /** E.164 and the national number, if the text parses. */
  e164: string | null
  national: string | null
  /** True if it is long enough to be a complete number. */
  isWhole: boolean
  /** The international notation, or the original text if it does not parse. */
  written: string
}

/** Digits from which a number without a country code counts as complete. */
const WHOLE_DIGITS_MIN = 10
const WHOLE_DIGITS_MIN_ANYWHERE = 8
/** Digits from which a text counts as part of a phone. */
const PART_DIGITS_MIN = 4

/** Labels before a phone, folded by `foldText`; a stem also begins the longer forms of its word. */
const LABEL =
  /^(?:(?:tel|phone|fon|mob|mov|cel|handy|gsm|natel|whats|wa(?!\p{L})|тел|моб|هاتف|جوال|טל|נייד|电话|電話|手机|携帯|전화|[tmpc](?=[.:]))\p{L}*|[^\p{L}\p{N}\p{P}\p{Sm}\s]+)[\s.:/]*/u

/** Parses a text as a phone, or as part of one, in any notation; null for any other text. */
export function readTypedPhone(text: string, country: string | null): TypedPhone | null {
  let plain = foldText(text.replace(/\p{Cf}/gu, '')).trim()
  while (LABEL.test(plain)) plain = plain.replace(LABEL, '')
  if (!/^\+?[\p{Nd}\s()[\]./-]+$/u.test(plain)) return null
  if (/^\d+[.,]\d{1,3}$|^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?$/.test(plain)) return null
  const digits = digitsOf(plain)
  if (digits.length < PART_DIGITS_MIN || digits.length > PHONE_DIGITS_MAX + 2) return null
  const parsed = parsedPhone(plain.startsWith('+') ? `+${digits}` : digits, country)
  // Reserved numbers (for fiction, for example) are possible without being valid; hosts accept them.
  const possible = parsed?.number.isPossible() ? parsed : null
  const wholeMin = country === null ? WHOLE_DIGITS_MIN_ANYWHERE : WHOLE_DIGITS_MIN
  return {
    digits,
    e164: possible?.number.number ?? null,
    national: possible?.number.nationalNumber ?? null,
    isWhole: possible?.number.isValid() || (digits.length >= wholeMin && digits.length <= PHONE_DIGITS_MAX),
    written: possible ? formatted(possible, 'INTERNATIONAL') : plain,
  }
}

/** Formats a phone: national within the account's country, else international; unreadable, unchanged. */
export function shownPhone(phone: string, country: string | null): string {
  const parsed = parsedPhone(phone, country)
  if (!parsed?.number.isPossible()) return phone
  return formatted(parsed, parsed.number.country === country ? 'NATIONAL' : 'INTERNATIONAL')
}

/** A phone in today's numbering of its country. */
type ParsedPhone = {
  number: PhoneNumber
  /** True if a Brazilian mobile number was written without its ninth digit, and is shown so. */
  lacksNinthDigit: boolean
}

/** Countries, by calling code, whose older numbers still stand in address books: each has one form today. */
const RENUMBERED: Readonly<
  Record<string, { current(national: string): string; former(national: string): string[] }>
> = {
  // Mexico dials ten digits since 2019, without 1 (from abroad), 01, 044 and 045 (to mobile phones).
  52: {
    current: (national) => national.replace(/^(?:01|04[45]|1)(?=[2-9]\d{9}$)/, ''),
    former: (national) => ['1', '01', '044', '045'].map((prefix) => prefix + national),
  },
  // Argentina's mobile phones have a 9 from abroad and a 15 after the area code within the country.
  54: {
    current: (national) =>
      (/^9\d{12}$/.test(national) && parsePhoneNumberFromString(`+54${national.slice(1)}`)?.nationalNumber) ||
      national,
    former(national) {
      if (!national.startsWith('9')) return []
      const dialled = digitsOf(parsePhoneNumberFromString(`+54${national}`)?.formatNational() ?? '')
      return [dialled.slice(1), `9${dialled.slice(1)}`]
    },
  },
  // Brazil's mobile phones got a leading 9 until 2016; landlines begin with 2 to 5.
  55: {
    current: (national) => national.replace(/^([1-9]{2})(?=[6-9]\d{7}$)/, '$19'),
    former: (national) => (/^\d{2}9[6-9]\d{7}$/.test(national) ? [national.replace(/^(\d\d)9/, '$1')] : []),
  },
}

function parsedPhone(text: string, country: string | null): ParsedPhone | null {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .replace(/^[^\p{Nd}+＋(]+/u, '')
    // Parameters of a `tel:` URI; for `phone-context` the library returns another result each second time.
    .replace(/;[a-z-]+=.*$/i, '')
  const digits = digitsOf(plain)
  const isInternational = /^\(?[+＋]/.test(plain)
  // 00 is the international prefix nearly everywhere, but the library accepts it only in those countries.
  const dialled = plain.replace(/^00(?=[1-9])/, '+')
  const parsed =
    inCurrentNumbering(dialled, country) ??
    inCurrentNumbering(isInternational ? `+${digits}` : digits, country)
  if (isInternational || parsed?.number.isPossible()) return parsed
  const foreign = inCurrentNumbering(`+${digits}`, null)
  return foreign?.number.isValid() ? foreign : parsed
}

function inCurrentNumbering(text: string, country: string | null): ParsedPhone | null {
  const home = country !== null && isSupportedCountry(country) ? country : undefined
  const written = parsePhoneNumberFromString(text, { defaultCountry: home, extract: false })
  if (!written) return null
  const { countryCallingCode: code, nationalNumber } = written
  const national = RENUMBERED[code]?.current(nationalNumber) ?? nationalNumber
  const number = national === nationalNumber ? written : parsePhoneNumberFromString(`+${code}${national}`)
  return { number: number ?? written, lacksNinthDigit: code === '55' && national !== nationalNumber }
}

function formatted({ number, lacksNinthDigit }: ParsedPhone, notation: 'NATIONAL' | 'INTERNATIONAL'): string {
  const text = number.format(notation)
  return lacksNinthDigit ? text.replace(/9(?=\d{4}\D\d{4}$)/, '') : text
}
