import { isStorable } from '@/lib/domain/text'
import { ApiError, type FieldError } from './errors'
import { JSON_DEPTH_MAX } from './limits'

export type JsonProblem =
  | 'malformed'
  | 'not_an_object'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'invalid_characters'
  | 'too_deep'

type Refusal = { readonly reason: JsonProblem; readonly field: string }

export interface JsonObject {
  readonly value: Record<string, unknown>
  /** The object's own numeric members as they were written: a double may have rounded them. */
  readonly literals: ReadonlyMap<string, string>
  /** Dotted paths of the numbers, of any depth, whose double is another number. */
  readonly inexact: readonly string[]
}

export type JsonParse = ({ readonly ok: true } & JsonObject) | ({ readonly ok: false } & Refusal)

/** Parses a JSON object: no duplicate keys, `__proto__`, NUL, lone surrogates, or levels beyond 64. */
export function parseJsonObject(text: string): JsonParse {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'malformed', field: '' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: 'not_an_object', field: '' }
  }
  const literals = new Map<string, string>()
  const inexact: string[] = []
  const refusal = scan(text, literals, inexact)
  // The cast is safe: an object that is not an array has string keys.
  return refusal
    ? { ok: false, ...refusal }
    : { ok: true, value: value as Record<string, unknown>, literals, inexact }
}

/** Returns the ApiError of a refused body: `invalid_parameters` for a character in a field, else `invalid_json`. */
export function jsonError({ reason, field }: Refusal): ApiError {
  const fields: FieldError[] = [{ field, code: reason, message: messages[reason] }]
  return new ApiError(reason === 'invalid_characters' ? 'invalid_parameters' : 'invalid_json', { fields })
}

const messages: Record<JsonProblem, string> = {
  malformed: 'The body is not valid JSON.',
  not_an_object: 'The body must be a JSON object.',
  duplicate_key: 'This key stands twice in one object.',
  forbidden_key: 'This key cannot be used.',
  invalid_characters: 'Must not contain NUL or half a surrogate pair.',
  too_deep: `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`,
}

/** An open object or array: `keys` is null in an array, where `key` counts the items. */
type Frame = { readonly keys: Set<string> | null; key: string | number; atKey: boolean }

const NUMBER = /-?\d[\d.eE+-]*/y
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

// Walks the tokens of text that JSON.parse has accepted, so the grammar need not be checked again.
function scan(text: string, literals: Map<string, string>, inexact: string[]): Refusal | null {
  const open: Frame[] = []
  const path = () => open.map(({ key }) => key).join('.')
  const refuse = (reason: JsonProblem): Refusal => ({ reason, field: path() })
  for (let at = 0; at < text.length; at += 1) {
    const frame = open.at(-1)
    switch (text[at]) {
      case '{':
      case '[': {
        if (open.length === JSON_DEPTH_MAX) return refuse('too_deep')
        const isObject = text[at] === '{'
        open.push({ keys: isObject ? new Set() : null, key: isObject ? '' : 0, atKey: isObject })
        break
      }
      case '}':
      case ']':
        open.pop()
        break
      case ':':
        if (frame) frame.atKey = false
        break
      case ',':
        if (frame?.keys) frame.atKey = true
        else if (typeof frame?.key === 'number') frame.key += 1
        break
      case '"': {
        const end = endOfString(text, at)
        const string = decode(text.slice(at, end + 1))
        at = end
        if (frame?.keys && frame.atKey) {
          frame.key = string
          if (string === '__proto__') return refuse('forbidden_key')
          if (frame.keys.has(string)) return refuse('duplicate_key')
          frame.keys.add(string)
        }
        if (!isStorable(string)) return refuse('invalid_characters')
        break
      }
      default: {
        NUMBER.lastIndex = at
        const [literal] = NUMBER.exec(text) ?? []
        if (literal === undefined) break
        if (open.length === 1 && frame) literals.set(String(frame.key), literal)
        if (!isExact(literal)) inexact.push(path())
        at += literal.length - 1
      }
    }
  }
  return null
}

function isExact(literal: string): boolean {
  const printed = String(Number(literal))
  return literal === printed || decimalOf(literal) === decimalOf(printed)
}

/** Returns the one notation of a decimal number: its significant digits and exponent; itself for Infinity. */
function decimalOf(literal: string): string {
  const parts = DECIMAL.exec(literal)
  if (!parts) return literal
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function decode(token: string): string {
  return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1)
}
