import { domainToUnicode } from 'node:url'

/** Returns an e-mail with its domain in Unicode: `ana@münchen.example` for `ana@xn--mnchen-3ya.example`. */
export function unicodeEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return /(?:^|\.)xn--/i.test(domain) ? email.slice(0, at + 1) + (domainToUnicode(domain) || domain) : email
}
