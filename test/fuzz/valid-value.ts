import fc from 'fast-check'
import { codePoints, normalizeText } from '@/lib/domain/text'
import type { DescribedApi, Operation, Schema } from './described-api'

export interface ValueContext {
  api: DescribedApi
  /** Decimals of the account's currency: the only limit of an amount that the document cannot express. */
  decimals: number
}

const AMOUNT_MAX_MINOR = 999_999_999

/** Any character that a text may contain: all of Unicode but NUL. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }) },
  {
    weight: 1,
    arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }).filter((it) => it !== '\0'),
  },
)

/** Generates text with that many characters once it is normalized, as the limits are defined. */
function text(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const bound = Math.min(maxLength, minLength + 40)
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.string({ unit: character, minLength, maxLength: bound }) },
      { weight: 1, arbitrary: fc.string({ unit: character, minLength: maxLength, maxLength, size: 'max' }) },
      {
        weight: 1,
        arbitrary: fc.string({ unit: character, minLength, maxLength: bound }).map((it) => `  ${it}\n`),
      },
    )
    .filter((it) => {
      const length = codePoints(normalizeText(it))
      // Composing makes a few letters longer.
      return length >= minLength && Math.max(length, codePoints(it)) <= maxLength
    })
}

/** Generates a phone in one of the usual notations. */
const phone = fc
  .tuple(
    fc.constantFrom('', '+', '00', '('),
    fc.array(fc.tuple(fc.constantFrom('', '', '', ' ', '-', '.', ') '), fc.integer({ min: 0, max: 9 })), {
      minLength: 6,
      maxLength: 13,
    }),
  )
  .map(([start, digits]) => start + digits.map((pair) => pair.join('')).join(''))
  .filter((it) => it.length <= 40)

/** Generates a date-time with a zone offset, in one of the ISO 8601 notations that a client may send. */
function instant(fromYear: number, toYear: number): fc.Arbitrary<string> {
  const two = (min: number, max: number) => fc.integer({ min, max }).map((it) => String(it).padStart(2, '0'))
  const fraction = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 0, max: 999_999_999 }).map((it) => `.${String(it).padStart(9, '0')}`),
    fc.integer({ min: 0, max: 999 }).map((it) => `.${String(it).padStart(3, '0')}`),
  )
  const zone = fc.oneof(
    fc.constantFrom('Z', 'z'),
    fc.tuple(fc.constantFrom('+', '-'), two(0, 14), two(0, 59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
  )
  return fc
    .tuple(
      fc.integer({ min: fromYear, max: toYear }).map((it) => String(it).padStart(4, '0')),
      two(1, 12),
      two(1, 28),
      fc.constantFrom('T', 't'),
      two(0, 23),
      two(0, 59),
      two(0, 59),
      fraction,
      zone,
    )
    .map(([y, m, d, t, hh, mm, ss, f, z]) => `${y}-${m}-${d}${t}${hh}:${mm}:${ss}${f}${z}`)
}

/** Generates an amount that a currency with this number of decimals can have, in major units. */
function amount(decimals: number): fc.Arbitrary<number> {
  return fc
    .oneof(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: AMOUNT_MAX_MINOR }),
      fc.constantFrom(1, AMOUNT_MAX_MINOR),
    )
    .map((minor) => Number(`${minor}e-${decimals}`))
}

/** Generates values that a schema of the document allows. `name` is the field's, for rules beyond its schema. */
export function valuesOf(setting: ValueContext, schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const { api } = setting
  const resolved = api.resolve(schema)
  if (resolved.const !== undefined) return fc.constant(resolved.const)
  if (resolved.enum) return fc.constantFrom(...resolved.enum)
  if (resolved.anyOf) return fc.oneof(...resolved.anyOf.map((branch) => valuesOf(setting, branch, name)))
  switch (resolved.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: resolved.minimum ?? -1000, max: resolved.maximum ?? 1000 })
    case 'number':
      return amount(setting.decimals)
    case 'string':
      return stringOf(resolved, name)
    case 'object':
      return objectOf(setting, resolved)
    case 'array':
      return fc.array(valuesOf(setting, resolved.items ?? {}), { maxLength: resolved.maxItems ?? 5 })
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`)
  }
}

function stringOf(
  { format, pattern, minLength = 0, maxLength = 100 }: Schema,
  name: string,
): fc.Arbitrary<string> {
  // The document's text requires that it is in the future.
  if (format === 'date-time') return name === 'expires_at' ? instant(2027, 9998) : instant(2, 9998)
  if (format === 'email') return fc.emailAddress({ size: 'small' })
  if (pattern) return phone.filter((it) => new RegExp(pattern, 'u').test(it))
  return text(minLength, maxLength)
}

function objectOf(setting: ValueContext, schema: Schema): fc.Arbitrary<object> {
  const { properties = {}, required = [], maxProperties = 10 } = schema
  if (Object.keys(properties).length === 0) return metadata(maxProperties)
  const fields = Object.entries(properties).map(
    ([name, own]) => [name, valuesOf(setting, own, name)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}

/** Generates free JSON under keys of 1 to 40 characters. */
function metadata(maxKeys: number): fc.Arbitrary<object> {
  const key = fc.string({ unit: character, minLength: 1, maxLength: 40 }).filter((it) => it !== '__proto__')
  const leaf = fc.oneof(
    fc.string({ unit: character, maxLength: 30 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  return fc.dictionary(key, tree, { maxKeys: Math.min(maxKeys, 8), noNullPrototype: true })
}

/** Values for look-ups in lists: real cursors and ids of the account, in addition to those that the schema allows. */
export interface KnownValues {
  cursors: readonly string[]
  ids: readonly string[]
}

/** Generates a query that the document allows, percent-encoded and with `?`, together with its values. */
export function queryOf(
  setting: ValueContext,
  operation: Operation,
  known: KnownValues,
): fc.Arbitrary<{ text: string; values: Record<string, string> }> {
  const values = Object.entries(operation.query).map(([name, schema]) => {
    const free = valuesOf(setting, schema, name).map(String)
    if (name === 'starting_after')
      return [name, known.cursors.length > 0 ? fc.constantFrom(...known.cursors) : null] as const
    if (name.endsWith('_id') && known.ids.length > 0)
      return [name, fc.oneof(free, fc.constantFrom(...known.ids))] as const
    return [name, free] as const
  })
  const given = values.filter((pair): pair is [string, fc.Arbitrary<string>] => pair[1] !== null)
  return fc.record(Object.fromEntries(given), { requiredKeys: [], noNullPrototype: true }).map((chosen) => {
    const pairs = Object.entries(chosen).map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    )
    return { text: pairs.length > 0 ? `?${pairs.join('&')}` : '', values: chosen as Record<string, string> } // All are texts: see `free`.
  })
}
