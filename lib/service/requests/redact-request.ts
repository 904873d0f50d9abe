import { digitsOf } from '@/lib/contract/phone'
import { scrub } from '@/lib/platform/log'

/** Bytes of a stored body or error; a larger one is cut to what is known of it. */
export const STORED_JSON_BYTES_MAX = 4_096
const PATH_MAX = 1_000
const TEXT_MAX = 300
const KEYS_MAX = 50
const ITEMS_MAX = 20
const DEPTH_MAX = 4
/** No amount, quota or limit of the contract has as many digits; a card number has. */
const DIGITS_MAX = 11
const HIDDEN = '•••'
const HIDDEN_IN_PATH = '***'

/** Fields of the contract's bodies that say nothing of a person: their values are kept. */
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
/** Parameters of the contract's queries, likewise. */
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
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/
/** Names and ids alone, none of digits only: the path of nearly every call. */
const PLAIN_PATH = /^(?!.*(?:_sk_|whsec_))(?:\/(?=[\d-]{0,11}[A-Za-z_])[a-z0-9][\w-]{0,99})+$/
const LONG_DIGITS = /\p{Nd}(?:[\s.\-–—/_]{0,2}\p{Nd}){11,}/gu

/**
 * Returns what of a request's body may be kept for the merchant's developers: its structure, the values of known
 * fields, a mask in the place of contacts and notes, the type alone of everything else. Null without a body.
 */
export function redactBody(body: Readonly<Record<string, unknown>> | null): object | null {
  if (!body) return null
  const whole = redactObject(body, redactField, 0)
  if (fits(whole)) return whole
  const flat = redactObject(body, (_, value) => typeText(value), 0)
  return fits(flat) ? flat : { '[cut]': `${Object.keys(body).length} fields` }
}

/** Returns an answer's error object as it is kept. Its ids and sentences are ours; the last net goes over them all the same. */
export function redactError(error: unknown): object | null {
  if (typeof error !== 'object' || error === null) return null
  const whole = scrubbed(error)
  if (fits(whole)) return whole
  const { type, code, message } = error as Record<string, unknown> // Any object can be read by name.
  return { type, code, message }
}

/** Returns a path below {base_url} with its query: the values of known parameters are kept, all others hidden. */
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

/** Returns an `Idempotency-Key` as it is kept. */
export function redactKey(key: string): string {
  return cut(scrub(key), TEXT_MAX)
}

function isPersonal(part: string): boolean {
  return /@|%40|_sk_|whsec_/i.test(part) || /^(?:%2B|\+|%20)?[\d -]{12,}$/i.test(part)
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
    if (key === 'phone') return `${HIDDEN} ${digitsOf(value).slice(-4)}`
    if (key === 'email') return maskedEmail(value)
    if (key === 'name' || key === 'notes') return HIDDEN
    if (KEPT.has(key)) return cut(scrub(value).replace(LONG_DIGITS, '[digits]'), TEXT_MAX)
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

/** Returns the type of a value in the place of the value; true, false and null say nothing of anybody. */
function typeText(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  return Array.isArray(value) ? '[array]' : `[${typeof value}]`
}

function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? `${cut(email, 1)}${HIDDEN}${cut(email.slice(at), TEXT_MAX)}` : HIDDEN
}

function fits(value: object): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= STORED_JSON_BYTES_MAX
}

function scrubbed(value: object): object {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? scrub(one) : one)))
}

/** Never ends within a surrogate pair, which Postgres would refuse. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
