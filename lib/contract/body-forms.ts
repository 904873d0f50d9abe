/** A difference between the signed body and the given one. */
export type BodyChange =
  /** White space between the JSON tokens. */
  | 'spacing'
  /** Escapes such as `\u00e9` in the given body, letters in the signed body; and the reverse. */
  | 'unicode_escaped'
  | 'unicode_unescaped'
  | 'slashes_escaped'
  | 'slashes_unescaped'
  /** Numbers are written differently: `25.50`, `25.5`. */
  | 'numbers'
  /** Keys are in another order than the service's. */
  | 'key_order'
  /** A line ending, or other white space, around the body. */
  | 'space_added'
  | 'line_end_removed'
  | 'crlf'
  | 'lf'
  | 'byte_order_mark'
  /** The body is inside a JSON string. */
  | 'string_literal'
  /** UTF-8 read as Latin-1. */
  | 'latin1'

/** A body that may have been signed, and its differences from the given one. */
export interface BodyForm {
  body: string | Uint8Array
  changes: readonly BodyChange[]
}

/** A longer body is not varied: its variants would fill the memory. */
const BODY_MAX = 1_048_576

/**
 * Yields the bodies that a receiver's framework could have turned into this one: with other line endings, and with every
 * usual serialization of the same JSON. `keyOrders` are objects with the service's order of keys.
 */
export function* bodyForms(body: string, keyOrders: readonly object[]): Generator<BodyForm> {
  if (body === '' || body.length > BODY_MAX) return
  yield* textForms(body)
  const unquoted = stringLiteral(body)
  if (unquoted !== null) yield { body: unquoted, changes: ['string_literal'] }
  const own: BodyChange[] = unquoted === null ? [] : ['string_literal']
  yield* jsonForms(unquoted ?? body, own)
  const ordered = inOrder(unquoted ?? body, keyOrders)
  if (ordered !== null) yield* jsonForms(ordered, [...own, 'key_order'])
}

function* textForms(body: string): Generator<BodyForm> {
  const forms: [string, BodyChange][] = [
    [body.replace(/^\uFEFF/, ''), 'byte_order_mark'],
    [body.replace(/\r?\n$/, ''), 'space_added'],
    [body.trim(), 'space_added'],
    [`${body}\n`, 'line_end_removed'],
    [`${body}\r\n`, 'line_end_removed'],
    [body.replace(/\r\n/g, '\n'), 'crlf'],
    [body.replace(/\r?\n/g, '\r\n'), 'lf'],
  ]
  for (const [text, change] of forms) if (text !== body) yield { body: text, changes: [change] }
  const codes = Array.from(body, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.some((code) => code > 0x7f) && codes.every((code) => code <= 0xff)) {
    yield { body: Uint8Array.from(codes), changes: ['latin1'] }
  }
}

/** Returns the content of a JSON string; null if the body is none. */
function stringLiteral(body: string): string | null {
  const value = jsonOf(body)
  return typeof value === 'string' ? value : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g

const strings: Readonly<Record<string, (token: string) => string>> = {
  asIs: (token) => token,
  plain,
  ascii: (token) => ascii(plain(token)),
  slashes: (token) => plain(token).replaceAll('/', '\\/'),
  // The default of PHP's json_encode.
  asciiSlashes: (token) => ascii(plain(token)).replaceAll('/', '\\/'),
}

function plain(token: string): string {
  return JSON.stringify(JSON.parse(token))
}

function ascii(token: string): string {
  return token.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const numbers: Readonly<Record<string, (token: string) => string>> = {
  asIs: (token) => token,
  plain: (token) => JSON.stringify(Number(token)),
}

const layouts: readonly ((tokens: readonly string[]) => string)[] = [
  (tokens) => tokens.join(''),
  (tokens) => tokens.map((token) => (token === ',' || token === ':' ? `${token} ` : token)).join(''),
  (tokens) => indented(tokens, '  '),
  (tokens) => indented(tokens, '    '),
  (tokens) => indented(tokens, '\t'),
]

/** Yields the usual serializations of the same JSON, with its keys in their order. */
function* jsonForms(text: string, own: readonly BodyChange[]): Generator<BodyForm> {
  if (jsonOf(text) === undefined) return
  const here = text.match(TOKEN) ?? []
  const seen = new Set<string>(own.includes('key_order') ? [] : [text])
  for (const layout of layouts) {
    const isSpaced = layout(here) !== text
    for (const writeString of Object.values(strings)) {
      for (const writeNumber of Object.values(numbers)) {
        const tokens = here.map((token) =>
          token.startsWith('"') ? writeString(token) : /^[-\d]/.test(token) ? writeNumber(token) : token,
        )
        const written = layout(tokens)
        if (seen.has(written)) continue
        seen.add(written)
        yield { body: written, changes: [...own, ...changesOf(here, tokens, isSpaced)] }
      }
    }
  }
}

function changesOf(here: readonly string[], signed: readonly string[], isSpaced: boolean): BodyChange[] {
  const [before, after] = [here, signed].map((tokens) =>
    tokens.filter((it) => it.startsWith('"')).join(''),
  ) as [
    string,
    string, // Two texts in, two out.
  ]
  const count = (text: string, what: RegExp) => (text.match(what) ?? []).length
  const escapes = count(before, /\\u/g) - count(after, /\\u/g)
  const slashes = count(before, /\\\//g) - count(after, /\\\//g)
  const isNumber = (token: string) => /^[-\d]/.test(token)
  return [
    ...(isSpaced ? (['spacing'] as const) : []),
    ...(escapes > 0 ? (['unicode_escaped'] as const) : escapes < 0 ? (['unicode_unescaped'] as const) : []),
    ...(slashes > 0 ? (['slashes_escaped'] as const) : slashes < 0 ? (['slashes_unescaped'] as const) : []),
    ...(here.filter(isNumber).join() === signed.filter(isNumber).join() ? [] : (['numbers'] as const)),
  ]
}

function indented(tokens: readonly string[], indent: string): string {
  let depth = 0
  let text = ''
  tokens.forEach((token, index) => {
    const isOpen = token === '{' || token === '['
    const isClose = token === '}' || token === ']'
    const before = tokens[index - 1]
    const isEmpty = isClose && (before === '{' || before === '[')
    if (isClose) depth -= 1
    if (isClose && !isEmpty) text += `\n${indent.repeat(depth)}`
    text += token === ':' ? ': ' : token
    if (isOpen) depth += 1
    const next = tokens[index + 1]
    const closesAtOnce = isOpen && (next === '}' || next === ']')
    if ((isOpen && !closesAtOnce) || token === ',') text += `\n${indent.repeat(depth)}`
  })
  return text
}

/** Returns the JSON with its keys in the order of one of `orders` at each depth; null if no key moves. */
function inOrder(text: string, orders: readonly object[]): string | null {
  const value = jsonOf(text)
  if (typeof value !== 'object' || value === null) return null
  const order = orders.find((it) => isLike(value, it))
  if (!order) return null
  const compact = JSON.stringify(value)
  const ordered = JSON.stringify(sorted(value, order))
  return ordered === compact ? null : ordered
}

/** Returns whether two bodies are events of the same kind. */
function isLike(value: object, order: object): boolean {
  return 'event' in value && 'event' in order && value.event === order.event
}

/** Returns a value with the keys of its objects in the order of those of `order`, followed by unknown keys. */
function sorted(value: unknown, order: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const like = typeof order === 'object' && order !== null ? (order as Record<string, unknown>) : {} // Any object has keys.
  const own = value as Record<string, unknown>
  const keys = [
    ...Object.keys(like).filter((key) => Object.hasOwn(own, key)),
    ...Object.keys(own).filter((key) => !Object.hasOwn(like, key)),
  ]
  return Object.fromEntries(keys.map((key) => [key, sorted(own[key], like[key])]))
}
