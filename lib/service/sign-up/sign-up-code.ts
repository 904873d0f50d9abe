import { codeMac } from '@/lib/platform/short-code'

/** What people can copy from a message without a mistake; ten minutes and five tries leave a guess at 1 in 200,000. */
export const CODE_DIGITS = 6
export const CODE_LIFE_MS = 10 * 60_000
export const CODE_TRIES_MAX = 5

/** Codes that one phone may be sent: three at once, then one in twenty minutes. */
export const codesPerPhone = { rate: 1 / 1200, burst: 3 } as const

export interface CodeBond {
  accountId: string
  /** The token of the form whose card waits. */
  form: string
  /** The phone's identity. */
  phoneKey: string
}

/** What is kept of a code: good for this form, this phone and this account, and for nothing else. */
export function signUpCodeMac(secret: string, { accountId, form, phoneKey }: CodeBond, code: string): Buffer {
  return codeMac(secret, ['join', accountId, form, phoneKey], code)
}

/** The digits of a code as it was typed or pasted; null where it can be none. */
export function typedCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '')
  return /^\d+$/.test(code) && code.length === CODE_DIGITS ? code : null
}
