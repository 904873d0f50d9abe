import { isSupportedCountry, parseDigits, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { PHONE_DIGITS_MAX, PHONE_DIGITS_MIN, PHONE_TEXT_MAX } from './limits'
import { problem, trimmedText } from './text'

/**
 * The form under which a phone is unique and looked up (decisions: customers, phone): E.164 where the text
 * parses with the account's country (ISO 3166 alpha-2), else its digits. Null without 6 to 15 digits.
 */
export function phoneIdentity(phone: string, country: string | null): string | null {
  const text = phone.trim()
  const digits = digitsOf(text)
  if (!hasPhoneDigits(digits)) return null
  const parsed = parsedPhone(text, country)
  return parsed && hasPhoneDigits(digitsOf(parsed.number)) ? parsed.number : digits
}

/** A phone in a query string: its leading `+` may have been decoded to a space (decisions: customers, phone). */
export function phoneFromQuery(text: string): string {
  return text.replace(/^ (?=\s*\d)/, '+').trim()
}

/** The ASCII digits of a text, whatever script they are written in. */
export function digitsOf(text: string): string {
  return parseDigits(text)
}

/** A trimmed phone, kept as it was sent. Issue code: invalid_phone. */
export const phoneText = trimmedText({ min: 0, max: PHONE_TEXT_MAX }).superRefine((text, check) => {
  if (!hasPhoneDigits(digitsOf(text))) {
    check.addIssue(problem('invalid_phone', `Must have ${PHONE_DIGITS_MIN} to ${PHONE_DIGITS_MAX} digits.`))
  }
})

function hasPhoneDigits(digits: string): boolean {
  return digits.length >= PHONE_DIGITS_MIN && digits.length <= PHONE_DIGITS_MAX
}

/** A phone as somebody types or pastes it. */
export type TypedPhone = {
  /** Its ASCII digits. */
  digits: string
  /** E.164 and the number within its country, where the text parses. */
  e164: string | null
  national: string | null
  /** Long enough to be a whole number, not the beginning of one. */
  isWhole: boolean
  /** The international notation, or the text where nothing parses. */
  written: string
}

/** Digits of a number without a country code that no shorter number continues. */
const WHOLE_DIGITS_MIN = 10
/** The same where the account's country is not known. */
const WHOLE_DIGITS_MIN_ANYWHERE = 8
/** Digits that can be meant as part of a phone. */
const PART_DIGITS_MIN = 4

/**
 * Reads a text as a phone, or a part of one, in any notation: spaces, brackets, `00`, `tel:`, invisible marks of a messenger, no country
 * code (then the account's, ISO 3166 alpha-2). Null for a text that is not written like one, amounts included.
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
  // Numbers that are reserved, for fiction say, are possible without being valid; hosts take them.
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

/** Returns a phone for people: in national notation within the account's country, else international; unreadable ones as they are. */
export function shownPhone(phone: string, country: string | null): string {
  const parsed = parsedPhone(phone, country)
  if (!parsed?.isPossible()) return phone
  return parsed.country === country ? parsed.formatNational() : parsed.formatInternational()
}

function parsedPhone(text: string, country: string | null) {
  // 00 is the international prefix nearly everywhere, but the library knows it only in such countries.
  const dialled = text.trim().replace(/^00(?=[1-9])/, '+')
  const home = country !== null && isSupportedCountry(country) ? country : undefined
  return parsePhoneNumberFromString(dialled, { defaultCountry: home, extract: false })
}
