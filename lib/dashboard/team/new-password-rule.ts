import type { FieldError } from '@/lib/contract/errors'
import { PASSWORD_MAX, PASSWORD_MIN } from '@/lib/contract/limits'
import { Refusal } from '@/lib/dashboard/refusal'
import { PRODUCT } from '@/lib/messages/product'
import type { TextKey } from '@/lib/messages/translator'
import { randomText } from '@/lib/platform/secrets'

/** Characters that a password needs in addition to obvious terms. */
const OTHER_MIN = 6
/** Shortest part of a name or an address that counts; shorter ones occur in many texts by chance. */
const OWN_PART_MIN = 3
/** Matches up to eight characters that are repeated. */
const REPEATED = /^(.{1,8})\1+$/su

/** Beginnings of the most common passwords of 12 or more characters; digits and signs next to them do not count. */
const COMMON = `
  correcthorsebatterystaple qwertyuiop asdfghjkl 1qaz2wsx3edc 1q2w3e4r5t zaq12wsx password passwort
  passw0rd football baseball princess sunshine superman whatever computer internet administrator
  iloveyou changeme starwars trustno1 welcome letmein dashboard charlie michael zxcvbnm azerty qwerty
  qwertz dragon monkey master shadow secret summer winter autumn spring hunter google samsung default
  payments payment admin login hello qazwsx asdfgh asdf pass love`
  .trim()
  .split(/\s+/)

/**
 * Checks a new password by its length and for names and obvious terms, never for kinds of characters (NIST SP 800-63B,
 * 5.1.1.2).
 * @returns the errors at `field`; empty for a valid password
 */
export function checkNewPassword(
  password: string,
  { email, name }: { email: string; name: string },
  field = 'new_password',
): FieldError[] {
  const refuse = (code: string, message: TextKey): FieldError[] => [{ field, code, message }]
  const length = [...password].length
  if (length === 0) return refuse('required', 'new-password.missing')
  if (length < PASSWORD_MIN) return refuse('too_short', 'new-password.tooShort')
  if (password.length > PASSWORD_MAX) return refuse('too_long', 'new-password.tooLong')
  const text = password.normalize('NFKC').toLowerCase()
  const beside = without(text, [...ownParts(email), ...ownParts(name), ...ownParts(PRODUCT)])
  if (beside.length < OTHER_MIN) return refuse('own_name', 'new-password.own')
  const rest = without(beside, COMMON)
  // A common term is usually followed by a year and a sign.
  const others = rest === beside ? rest : rest.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isGuessed = withoutRows(others).length < OTHER_MIN || REPEATED.test(text)
  return isGuessed ? refuse('common_password', 'new-password.common') : []
}

/** Throws Refusal `invalid_parameters` for a password that `checkNewPassword` refuses. */
export function requireNewPassword(...checked: Parameters<typeof checkNewPassword>): void {
  const fields = checkNewPassword(...checked)
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
}

function ownParts(text: string): string[] {
  const terms = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return terms.filter((word) => word.length >= OWN_PART_MIN).sort((a, b) => b.length - a.length)
}

function without(text: string, terms: readonly string[]): string {
  return terms.reduce((rest, word) => rest.replaceAll(word, ''), text)
}

/** Returns the first character of each sequence, so that `1234`, `dcba` and `aaaa` count as one character each. */
function withoutRows(text: string): string {
  const points = [...text].map((one) => one.codePointAt(0) ?? 0)
  return String.fromCodePoint(
    ...points.filter((one, at) => at === 0 || Math.abs(one - (points[at - 1] ?? 0)) > 1),
  )
}

/** 71 bits, in letters and digits that can be read aloud. */
const PASSWORD_BYTES = 9

/** Returns a generated password, to be shown once. */
export function newPassword(): string {
  return randomText(PASSWORD_BYTES)
}
