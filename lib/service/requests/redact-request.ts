import { ID_PATTERN } from '@/lib/contract/ids'
import { HIDDEN, maskedEmail, maskedPhone } from '@/lib/domain/masks'
import { scrub } from '@/lib/platform/log'

/** Maximum size of a stored body or error in bytes; a larger one is reduced to its known fields. */
export const STORED_JSON_BYTES_MAX = 4_096
const PATH_MAX = 1_000
const TEXT_MAX = 300
const KEYS_MAX = 50
const ITEMS_MAX = 20
const DEPTH_MAX = 4
/** Maximum digits of an amount, quota or limit of the contract; a card number has more. */
const DIGITS_MAX = 11
const HIDDEN_IN_PATH = '***'

/** Fields of the contract's bodies without personal data: their values are kept. */
const KEPT = new Set([
  'amount',
  'description',
  'expires_at',
  'external_ref',
  'max_uses',
  'status',
  'title',
  'use_saved_card',
])
/** Parameters of the contract's queries without personal data. */
const KEPT_IN_QUERY = new Set([
  'created_after',
  'created_before',
  'customer_id',
  'external_ref',
  'limit',
  'payment_link_id',
  'starting_after',
  'status',
])
/** The day of an instant alone has 8 digits. */
const ISO_DAY = /^\d{4}-\d\d-\d\d(?=T|$)/
const ISO_INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/
/** Routes and ids only: the path of nearly every call. */
const PLAIN_PATH = new RegExp(`^(?!.*(?:_sk_|whsec_))(?:/(?:[a-z_]{1,40}|${ID_PATTERN}))+$`)
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/**
 * Ids, which are kept (group 1), and the parts that are removed: e-mail addresses; phones, card numbers and any other 8
 * digits in a row.
 */
const PERSONAL = new RegExp(
  `(?<!\\w)(${ID_PATTERN}|${UUID})(?!\\w)` +
    '|[^\\s@:;,<>()"]{1,64}@[^\\s@:;,<>()"]{1,255}' +
    '|\\p{Nd}(?:[\\s.\\-–—/_()]{0,3}\\p{Nd}){7,}',
  'gu',
)

/**
 * Returns the part of a request's body that may be stored for the merchant's developers: its structure, the values of
 * known fields, a mask in place of contacts and notes, only the type of everything else. Null without a body.
 */
export function redactBody(body: Readonly<Record<string, unknown>> | null): object | null {
  if (!body) return null
  const whole = redactObject(body, redactField, 0)
  if (fits(whole)) return whole
  const flat = redactObject(body, (_, value) => typeText(value), 0)
  return fits(flat) ? flat : { '[cut]': `${Object.keys(body).length} fields` }
}

/**
 * Returns the stored form of a response's error object. Its ids and sentences are ours; the last safeguard is applied
 * to them all the same.
 */
export function redactError(error: unknown): object | null {
  if (typeof error !== 'object' || error === null) return null
  const whole = scrubbed(error)
  if (fits(whole)) return whole
  const { type, code, message } = error as Record<string, unknown> // Any object can be read by key.
  return { type, code, message }
}

/** Returns a path below {base_url} with its query: the values of known parameters are kept, all others are hidden. */
export function redactPath(url: string): string {
  if (PLAIN_PATH.test(url)) return url
  const [path = '', query] = url.slice(0, PATH_MAX).split('?', 2)
  const shown = path
    .split('/')
    .map((part) => (isPersonal(part) ? HIDDEN_IN_PATH : part))
    .join('/')
  if (query === undefined) return shown
  const pairs = query.split('&').map((pair) => {
    const [key = '', value] = pair.split('=', 2)
    const name = PLAIN_KEY.test(key) && !isPersonal(key) ? key : HIDDEN_IN_PATH
    if (value === undefined) return name
    return `${name}=${KEPT_IN_QUERY.has(key) && !isPersonal(value) ? value : HIDDEN_IN_PATH}`
  })
  return `${shown}?${pairs.join('&')}`
}

/** Returns the stored form of an `Idempotency-Key`. */
export function redactKey(key: string): string {
  return cut(impersonal(key), TEXT_MAX)
}

/** Returns a text without secrets and contacts. */
function impersonal(text: string): string {
  return scrub(text).replace(
    PERSONAL,
    (found, id: string | undefined) => id ?? (found.includes('@') ? '[email]' : '[digits]'),
  )
}

/** Returns whether a part of a URL must not be stored. One that is still encoded after decoding may hide anything. */
function isPersonal(part: string): boolean {
  let text: string
  try {
    text = decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return true
  }
  const undated = text.replace(ISO_DAY, '')
  return /[%@]|_sk_|whsec_/i.test(text) || impersonal(undated) !== undated
}

type Redact = (key: string, value: unknown, depth: number) => unknown

function redactObject(value: object, redact: Redact, depth: number): Record<string, unknown> {
  const entries = Object.entries(value)
  const shown = entries
    .slice(0, KEYS_MAX)
    .map(([key, one]): [string, unknown] => [
      PLAIN_KEY.test(key) && key.replace(/\D/g, '').length <= DIGITS_MAX ? key : '[key]',
      redact(key, one, depth + 1),
    ])
  if (entries.length > KEYS_MAX) shown.push(['[cut]', `${entries.length - KEYS_MAX} more`])
  return Object.fromEntries(shown)
}

function redactField(key: string, value: unknown, depth: number): unknown {
  const isTop = depth === 1
  if (isTop && typeof value === 'string') {
    if (key === 'phone') return maskedPhone(value)
    if (key === 'email') return cut(maskedEmail(value), TEXT_MAX)
    if (key === 'name' || key === 'notes') return HIDDEN
    if (key === 'expires_at' && ISO_INSTANT.test(value)) return value
    if (KEPT.has(key)) return cut(impersonal(value), TEXT_MAX)
  }
  if (
    isTop &&
    KEPT.has(key) &&
    typeof value === 'number' &&
    String(value).replace(/\D/g, '').length <= DIGITS_MAX
  )
    return value
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return typeText(value)
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((one) => redactField('', one, depth + 1))
  return redactObject(value, redactField, depth)
}

/** Returns the type of a value in place of the value; true, false and null contain no personal data. */
function typeText(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  return Array.isArray(value) ? '[array]' : `[${typeof value}]`
}

function fits(value: object): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= STORED_JSON_BYTES_MAX
}

function scrubbed(value: object): object {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? storable(scrub(one)) : one)))
}

/** Replaces what Postgres refuses, NUL and lone surrogates. */
function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')
}

/** Cuts a text, never within a surrogate pair. */
function cut(text: string, max: number): string {
  return storable(text.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''))
}
