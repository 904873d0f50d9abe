import { API_KEY_PREFIX, SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'
import { testCards } from '@/lib/contract/test-cards'
import { SECURITY_CODES } from './security-codes'

/** Something that must not be where it is found; told by its kind alone, never by itself. */
export interface Needle {
  kind: string
  /** With the flag g. */
  pattern: RegExp
}

/** A secret of this deployment, known to the search by its value. */
export interface KnownSecret {
  kind: string
  value: string
}

/** What may stand between two digits of a card's number. */
const SEPARATOR = String.raw`(?:[ \u00a0\u2009\u202f.\-+_/]|%20|&nbsp;)?`
/** Shorter values would be found by chance. */
const SECRET_LENGTH_MIN = 8
const codes = Object.values(SECURITY_CODES)
  .sort((a, b) => b.length - a.length)
  .join('|')

/** Every test card in any of its spellings: a person's card would be kept in the same places. */
const cardNumbers: Needle = {
  kind: 'a card number',
  pattern: new RegExp(
    `(?<!\\d)(?:${testCards.map(({ number }) => [...number].join(SEPARATOR)).join('|')})(?!\\d)`,
    'g',
  ),
}

const apiKeys: Needle = { kind: 'an API key', pattern: new RegExp(`${API_KEY_PREFIX}[0-9A-Za-z]{20,}`, 'g') }

/** A code behind its own name, or as the whole value of a field. */
const namedCodes: Needle = {
  kind: 'a security code',
  pattern: new RegExp(
    `\\b(?:cvc|cvv|cvn|csc|security[ _-]?code|value)\\b["'\\\\]{0,3}\\s{0,3}[=:]\\s{0,3}["'\\\\]{0,3}(?:${codes})(?!\\d)`,
    'gi',
  ),
}

/** Any text of a row or of a log. */
const quotedCodes: Needle = {
  kind: 'a security code',
  pattern: new RegExp(`(?<=["'])(?:${codes})(?=["'\\\\])|^\\s*(?:${codes})\\s*$`, 'g'),
}

/** What pages are searched for. */
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

/** What rows and logs are searched for: a page may hold a bare number of three digits for reasons of its own. */
export function storedNeedles(secrets: readonly KnownSecret[]): Needle[] {
  return [...pageNeedles(secrets), quotedCodes]
}

/** The kinds of what a text holds, each once. */
export function kindsIn(text: string, needles: readonly Needle[]): string[] {
  const kinds = needles.filter(({ pattern }) => text.search(pattern) >= 0).map(({ kind }) => kind)
  return [...new Set(kinds)]
}

/** As it is, in a URL, or in JSON. */
function exactly(value: string): RegExp {
  const spellings = new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
  return new RegExp(
    [...spellings].map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
    'g',
  )
}
