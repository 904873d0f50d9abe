import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'

/** Longer than any address that a person registers, short enough for every row and log line. */
const URL_LENGTH_MAX = 2_048
const HTTPS_PORT = 443
/** Lowest allowed port besides 443: services below it are not meant for strangers. */
const FIRST_FREE_PORT = 1_025
const INTERNAL_NAMES = /(^|\.)(local|internal|localhost)$/

/** Problems of an address, and the message for its owner. */
export const typedUrlProblems = {
  invalid_url: 'This is not a URL. Write the whole address, beginning with https://.',
  url_too_long: 'The URL is too long: at most 2,048 characters.',
  https_required:
    'The URL must use https. In test mode on your own machine http://localhost is accepted too.',
  url_with_user_info: 'The URL must not hold a user name or a password.',
  host_not_public: 'The URL must name a public host: no IP address, no internal name.',
  port_not_allowed: 'The URL must use port 443 or one above 1024.',
} as const

type TypedUrlProblem = keyof typeof typedUrlProblems

export type TypedUrl =
  | { readonly ok: true; readonly url: URL; readonly local: boolean }
  | { readonly ok: false; readonly problem: TypedUrlProblem }

/** Parses an address that a merchant typed (reliability: Outbound HTTP). `local`: `http://localhost`. */
export function readTypedUrl(text: string, { testMode }: { testMode: boolean }): TypedUrl {
  if (text.length > URL_LENGTH_MAX) return { ok: false, problem: 'url_too_long' }
  if (!URL.canParse(text)) return { ok: false, problem: 'invalid_url' }
  const url = new URL(text)
  url.hash = ''
  if (url.username || url.password) return { ok: false, problem: 'url_with_user_info' }
  if (url.protocol === 'http:' && url.hostname === 'localhost' && testMode)
    return { ok: true, url, local: true }
  if (url.protocol !== 'https:') return { ok: false, problem: 'https_required' }
  // WHATWG parsing has already converted 0x7f.1, 2130706433 and full-width digits to a plain literal.
  const host = url.hostname.replace(/\.$/, '')
  const literal = isIP(host.replace(/^\[|\]$/g, '')) !== 0
  if (literal || !host.includes('.') || INTERNAL_NAMES.test(host))
    return { ok: false, problem: 'host_not_public' }
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (port !== HTTPS_PORT && port < FIRST_FREE_PORT) return { ok: false, problem: 'port_not_allowed' }
  return { ok: true, url, local: false }
}

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
