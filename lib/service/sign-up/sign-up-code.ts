import { asciiDigits } from '@/lib/domain/ascii-digits'
import { codeMac } from '@/lib/platform/secrets'

/** Number of digits that people copy without a mistake; ten minutes and five tries leave a guess at 1 in 200,000. */
export const CODE_DIGITS = 6
export const CODE_LIFE_MS = 10 * 60_000
export const CODE_TRIES_MAX = 5

/** Limit of codes sent to one phone: three at once, then one in twenty minutes. */
export const codesPerPhone = { rate: 1 / 1200, burst: 3 } as const

export interface CodeBinding {
  accountId: string
  /** Token of the form whose card waits. */
  form: string
  /** The phone's identity. */
  phoneKey: string
}

/** Returns the stored form of a code, which is valid for this form, this phone and this account only. */
export function signUpCodeMac(
  secret: string,
  { accountId, form, phoneKey }: CodeBinding,
  code: string,
): Buffer {
  return codeMac(secret, ['join', accountId, form, phoneKey], code)
}

/** Returns the digits of a typed or pasted code; null if the text is not a code. */
export function parseTypedCode(text: string): string | null {
  const code = asciiDigits(text).replace(/[\s-]/g, '')
  return /^\d+$/.test(code) && code.length === CODE_DIGITS ? code : null
}
