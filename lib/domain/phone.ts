import { isSupportedCountry, parseDigits, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Returns whether `code` is a country of ISO 3166 alpha-2 (upper case) whose phones can be read. */
export const isCountry = (code: string): boolean => isSupportedCountry(code)

/** E.164 allows 15 digits; numbers with fewer than 6 are short codes. */
export const PHONE_DIGITS_MIN = 6
export const PHONE_DIGITS_MAX = 15

/**
 * Returns the form under which a phone is unique and looked up (decisions: customers, phone): E.164 if the text parses
 * with the account's country (ISO 3166 alpha-2), else its digits. Null without 6 to 15 digits.
 */
export function phoneIdentity(phone: string, country: string | null): string | null {
  const text = phone.trim()
  const digits = digitsOf(text)
  if (!hasPhoneDigits(digits)) return null
  const parsed = parsedPhone(text, country)
  return parsed && hasPhoneDigits(digitsOf(parsed.number)) ? parsed.number : digits
}

/**
 * Restores the leading `+` of a phone in a query string, which may have been decoded to a space (decisions: customers,
 * phone).
 */
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

/** A phone as typed or pasted. */
export type TypedPhone = {
  /** Its ASCII digits. */
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
/** The same if the account's country is unknown. */
const WHOLE_DIGITS_MIN_ANYWHERE = 8
/** Digits from which a text counts as part of a phone. */
const PART_DIGITS_MIN = 4

/**
 * Parses a text as a phone, or as part of one, in any notation: spaces, brackets, `00`, `tel:`, invisible marks of a
 * messenger, no country code (then the account's, ISO 3166 alpha-2). Null for a text that does not look like one, amounts
 * included.
 */
export function readTypedPhone(text: string, country: string | null): TypedPhone | null {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*tel:/i, '')
    .trim()
  if (!/^[+＋]?[\p{Nd}\s()[\]./‐‑‒–—-]+$/u.test(plain)) return null
  if (/^\d+[.,]\d{1,3}$|^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?$/.test(plain)) return null
  const digits = digitsOf(plain)
  if (digits.length < PART_DIGITS_MIN || digits.length > PHONE_DIGITS_MAX + 2) return null
  const parsed = parsedPhone(/^[+＋]/.test(plain) ? `+${digits}` : digits, country)
  // Reserved numbers (for fiction, for example) are possible without being valid; hosts accept them.
  const possible = parsed?.isPossible() ? parsed : null
  const wholeMin = country === null ? WHOLE_DIGITS_MIN_ANYWHERE : WHOLE_DIGITS_MIN
  return {
    digits,
    e164: possible?.number ?? null,
    national: possible?.nationalNumber ?? null,
    isWhole: possible?.isValid() || (digits.length >= wholeMin && digits.length <= PHONE_DIGITS_MAX),
    written: possible?.formatInternational() ?? plain,
  }
}

/**
 * Formats a phone: in national notation within the account's country, else international; an unreadable one is returned
 * unchanged.
 */
export function shownPhone(phone: string, country: string | null): string {
  const parsed = parsedPhone(phone, country)
  if (!parsed?.isPossible()) return phone
  return parsed.country === country ? parsed.formatNational() : parsed.formatInternational()
}

function parsedPhone(text: string, country: string | null) {
  // 00 is the international prefix nearly everywhere, but the library accepts it only in those countries.
  const dialled = text.trim().replace(/^00(?=[1-9])/, '+')
  const home = country !== null && isSupportedCountry(country) ? country : undefined
  return parsePhoneNumberFromString(dialled, { defaultCountry: home, extract: false })
}
