import type { FieldError } from '@/lib/contract/errors'
import { PASSWORD_MAX, PASSWORD_MIN } from '@/lib/contract/limits'
import { common } from '@/lib/messages/common'
import { newPassword } from '@/lib/messages/new-password'

/** Characters that a password has beside the terms that anybody would try. */
const OTHER_MIN = 6
/** Shorter parts of a name or an address stand in many texts by chance. */
const OWN_PART_MIN = 3
/** Up to eight characters again and again. */
const REPEATED = /^(.{1,8})\1+$/su

/** The beginnings of the most common passwords of 12 characters and more; digits and signs beside them count as nothing of their own. */
const COMMON = [
  'correcthorsebatterystaple',
  'qwertyuiop',
  'asdfghjkl',
  '1qaz2wsx3edc',
  '1q2w3e4r5t',
  'zaq12wsx',
  'password',
  'passwort',
  'passw0rd',
  'football',
  'baseball',
  'princess',
  'sunshine',
  'superman',
  'whatever',
  'computer',
  'internet',
  'administrator',
  'iloveyou',
  'changeme',
  'starwars',
  'trustno1',
  'welcome',
  'letmein',
  'dashboard',
  'charlie',
  'michael',
  'zxcvbnm',
  'azerty',
  'qwerty',
  'qwertz',
  'dragon',
  'monkey',
  'master',
  'shadow',
  'secret',
  'summer',
  'winter',
  'autumn',
  'spring',
  'hunter',
  'google',
  'samsung',
  'default',
  'payments',
  'payment',
  'admin',
  'login',
  'hello',
  'qazwsx',
  'asdfgh',
  'asdf',
  'pass',
  'love',
]

/**
 * Judges a new password by its length and by the names and terms that anybody would try, never by kinds of characters (NIST SP 800-63B, 5.1.1.2).
 * @returns what is wrong at `field`; empty for a good one
 */
export function checkNewPassword(
  password: string,
  { email, name }: { email: string; name: string },
  field = 'new_password',
): FieldError[] {
  const refuse = (code: string, message: string): FieldError[] => [{ field, code, message }]
  const length = [...password].length
  if (length === 0) return refuse('required', newPassword.missing)
  if (length < PASSWORD_MIN) return refuse('too_short', newPassword.tooShort)
  if (password.length > PASSWORD_MAX) return refuse('too_long', newPassword.tooLong)
  const text = password.normalize('NFKC').toLowerCase()
  const beside = without(text, [...ownParts(email), ...ownParts(name), ...ownParts(common.product)])
  if (beside.length < OTHER_MIN) return refuse('own_name', newPassword.own)
  const rest = without(beside, COMMON)
  // A common word is mostly followed by a year and a sign.
  const others = rest === beside ? rest : rest.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isGuessed = withoutRows(others).length < OTHER_MIN || REPEATED.test(text)
  return isGuessed ? refuse('common_password', newPassword.common) : []
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

/** Leaves the first character of each row, so that `1234`, `dcba` and `aaaa` are one character each. */
function withoutRows(text: string): string {
  const points = [...text].map((one) => one.codePointAt(0) ?? 0)
  return String.fromCodePoint(
    ...points.filter((one, at) => at === 0 || Math.abs(one - (points[at - 1] ?? 0)) > 1),
  )
}
