import { domainToUnicode } from 'node:url'

/** Returns an e-mail with its domain in Unicode: `ana@münchen.example` for `ana@xn--mnchen-3ya.example`. */
export function unicodeEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return /(?:^|\.)xn--/i.test(domain) ? email.slice(0, at + 1) + (domainToUnicode(domain) || domain) : email
}

/** Returns the identity of an e-mail, and the same address with its domain in Unicode if that differs. */
export function emailForms(identity: string): string[] {
  return [...new Set([identity, unicodeEmail(identity)])]
}
