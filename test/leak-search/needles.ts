import { API_KEY_PREFIX, SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'
import { testCards } from '@/lib/contract/test-cards'
import { SECURITY_CODES } from './security-codes'

/** Secret that must not be found; reported only by its kind. */
export interface Needle {
  kind: string
  /** Pattern with the flag g. */
  pattern: RegExp
}

/** Secret of this deployment, known to the search by its value. */
export interface KnownSecret {
  kind: string
  value: string
}

/** Possible separators between two digits of a card's number. */
const SEPARATOR = String.raw`(?:[ \u00a0\u2009\u202f.\-+_/]|%20|&nbsp;)?`
/** Shortest known secret; shorter values would be found by chance. */
const SECRET_LENGTH_MIN = 8
const codes = Object.values(SECURITY_CODES)
  .sort((a, b) => b.length - a.length)
  .join('|')

/** Every test card in any notation: a real card would be stored in the same places. */
const cardNumbers: Needle = {
  kind: 'a card number',
  pattern: new RegExp(
    `(?<!\\d)(?:${testCards.map(({ number }) => [...number].join(SEPARATOR)).join('|')})(?!\\d)`,
    'g',
  ),
}

const apiKeys: Needle = { kind: 'an API key', pattern: new RegExp(`${API_KEY_PREFIX}[0-9A-Za-z]{20,}`, 'g') }

/** Security code after its own name, or as the whole value of a field. */
const namedCodes: Needle = {
  kind: 'a security code',
  pattern: new RegExp(
    `\\b(?:cvc|cvv|cvn|csc|security[ _-]?code|value)\\b["'\\\\]{0,3}\\s{0,3}[=:]\\s{0,3}["'\\\\]{0,3}(?:${codes})(?!\\d)`,
    'gi',
  ),
}

/** Security code in any text of a row or of a log. */
const quotedCodes: Needle = {
  kind: 'a security code',
  pattern: new RegExp(`(?<=["'])(?:${codes})(?=["'\\\\])|^\\s*(?:${codes})\\s*$`, 'g'),
}

/** Returns the needles of pages. */
export function pageNeedles(secrets: readonly KnownSecret[]): Needle[] {
  return [
    cardNumbers,
    apiKeys,
    namedCodes,
    {
      kind: 'a signing secret',
      pattern: new RegExp(`${SIGNING_SECRET_PREFIX}[0-9A-Za-z+/_=-]{16,}`, 'g'),
    },
    { kind: 'a bearer token', pattern: /\bBearer(?:\s|%20)+[0-9A-Za-z._~+/-]{16,}/gi },
    ...secrets.flatMap(({ kind, value }) =>
      value.length < SECRET_LENGTH_MIN ? [] : [{ kind, pattern: exactly(value) }],
    ),
  ]
}

/** Returns the needles of rows and logs: a page may contain an unrelated number of three digits. */
export function storedNeedles(secrets: readonly KnownSecret[]): Needle[] {
  return [...pageNeedles(secrets), quotedCodes]
}

/** Returns the kinds found in a text, each once. */
export function kindsIn(text: string, needles: readonly Needle[]): string[] {
  const kinds = needles.filter(({ pattern }) => text.search(pattern) >= 0).map(({ kind }) => kind)
  return [...new Set(kinds)]
}

/** Returns a pattern for a value as it is, in a URL, or in JSON. */
function exactly(value: string): RegExp {
  const spellings = new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
  return new RegExp(
    [...spellings].map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
    'g',
  )
}
