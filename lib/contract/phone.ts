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
  // 00 is the international prefix nearly everywhere, but the library knows it only in such countries.
  const dialled = text.replace(/^00(?=[1-9])/, '+')
  const home = country !== null && isSupportedCountry(country) ? country : undefined
  const parsed = parsePhoneNumberFromString(dialled, { defaultCountry: home, extract: false })
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
