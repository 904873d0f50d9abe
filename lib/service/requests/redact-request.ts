import { ID_PATTERN } from '@/lib/contract/ids'
import { HIDDEN, maskedEmail, maskedPhone } from '@/lib/domain/masks'
import { scrub } from '@/lib/platform/log'

/** Maximum size of a stored body or error in bytes; of a larger one only its kind is stored. */
export const STORED_JSON_BYTES_MAX = 4_096
const PATH_MAX = 1_000
const TEXT_MAX = 300
const KEYS_MAX = 50
/** Maximum digits of an amount, quota or limit of the contract; a card number has more. */
const DIGITS_MAX = 11
const HIDDEN_IN_PATH = '***'

/** Stored form of the contract's fields. A field without one is stored as the type of its value. */
const FIELDS: Readonly<Record<string, (value: string | number) => unknown>> = {
  amount: shortNumber,
  max_uses: shortNumber,
  status: keptText,
  title: keptText,
  description: keptText,
  external_ref: keptText,
  expires_at: (value) => (ISO_INSTANT.test(String(value)) ? value : keptText(value)),
  phone: (value) => maskedPhone(String(value)),
  email: (value) => cut(maskedEmail(String(value)), TEXT_MAX),
  name: () => HIDDEN,
  notes: () => HIDDEN,
}
/** Parameters of the contract's queries without personal data. */
const KEPT_IN_QUERY = new Set([
  ...['created_after', 'created_before', 'customer_id', 'external_ref', 'limit'],
  ...['payment_link_id', 'starting_after', 'status'],
])
/** The day of an instant alone has 8 digits. */
const ISO_DAY = /^\d{4}-\d\d-\d\d(?=T|$)/
const ISO_INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/
/** Routes and ids only: the path of nearly every call. */
const PLAIN_PATH = new RegExp(`^(?!.*(?:_sk_|whsec_))(?:/(?:[a-z_]{1,40}|${ID_PATTERN}))+$`)
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/** Ids, which are kept (group 1), and what is removed: e-mails, and 8 digits in a row. */
const PERSONAL = new RegExp(
  `(?<!\\w)(${ID_PATTERN}|${UUID})(?!\\w)` +
    '|[^\\s@:;,<>()"]{1,64}@[^\\s@:;,<>()"]{1,255}' +
    '|\\p{Nd}(?:[\\s.\\-–—/_()]{0,3}\\p{Nd}){7,}',
  'gu',
)

/** Returns the part of a body that may be stored: known fields, masks, and types of the rest. */
export function redactBody(body: Readonly<Record<string, unknown>> | null): object | null {
  if (!body) return null
  const entries = Object.entries(body)
  const shown = entries.slice(0, KEYS_MAX).map(([key, value]): [string, unknown] => {
    const isKnown = Object.hasOwn(FIELDS, key) && (typeof value === 'string' || typeof value === 'number')
    return [isPlainKey(key) ? key : '[key]', isKnown ? FIELDS[key]?.(value) : typeText(value)]
  })
  if (entries.length > KEYS_MAX) shown.push(['[cut]', `${entries.length - KEYS_MAX} more`])
  const whole = Object.fromEntries(shown)
  return fits(JSON.stringify(whole)) ? whole : { '[cut]': `${entries.length} fields` }
}

/** Returns the stored form of a response's error object. */
export function redactError(error: unknown): object | null {
  if (typeof error !== 'object' || error === null) return null
  const text = JSON.stringify(error, (_, one) => (typeof one === 'string' ? storable(scrub(one)) : one))
  const whole = JSON.parse(text)
  return fits(text) ? whole : { type: whole.type, code: whole.code, message: whole.message }
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

function isPlainKey(key: string): boolean {
  return PLAIN_KEY.test(key) && key.replace(/\D/g, '').length <= DIGITS_MAX
}

function shortNumber(value: string | number): unknown {
  return String(value).replace(/\D/g, '').length <= DIGITS_MAX ? value : typeText(value)
}

function keptText(value: string | number): unknown {
  return typeof value === 'string' ? cut(impersonal(value), TEXT_MAX) : typeText(value)
}

/** Returns the type of a value in place of the value; true, false and null contain no personal data. */
function typeText(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  return Array.isArray(value) ? '[array]' : `[${typeof value}]`
}

function fits(json: string): boolean {
  return Buffer.byteLength(json) <= STORED_JSON_BYTES_MAX
}

/** Replaces what Postgres refuses, NUL and lone surrogates. */
function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')
}

/** Cuts a text, never within a surrogate pair. */
function cut(text: string, max: number): string {
  return storable(text.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''))
}
