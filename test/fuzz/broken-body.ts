import fc from 'fast-check'
import { type BrokenBody, brokenEncoding, JSON_TYPE } from './broken-encoding'
import type { DescribedApi, Operation, Schema } from './described-api'

type Fields = Record<string, unknown>

const INVALID_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  '',
  ' ',
  'x',
  [],
  [1],
  {},
  { a: 1 },
  [[]],
  '\u202e',
]
const BAD_INSTANTS = [
  'soon',
  '',
  '2027-02-30T00:00:00Z',
  '2027-13-01T00:00:00Z',
  '2027-01-01',
  '2027-01-01T00:00:00',
  '2027-01-01T24:00:00Z',
  '2027-01-01T00:00:60Z',
  '2027-01-01T00:00:00+99:00',
  '10000-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '+012027-01-01T00:00:00Z',
  '1795176273',
  '2027-01-01T00:00:00Z[UTC]',
]
const BAD_EMAILS = [
  'x',
  'a@',
  '@b.example',
  'a@b',
  'a b@c.example',
  'a@b@c.example',
  'a@-b.example',
  'a@b..example',
  `${'a'.repeat(250)}@b.example`,
]
const BAD_PHONES = ['12345', '1'.repeat(16), 'phone', '', '+', '1'.repeat(41)]

/** Generates bodies that must be refused with a 400, made from valid ones. */
export function brokenBodyOf(
  api: DescribedApi,
  operation: Operation,
  valid: fc.Arbitrary<Fields>,
): fc.Arbitrary<BrokenBody> {
  const schema = operation.body
  if (!schema) return unexpectedBody()
  return fc.oneof(
    { weight: 5, arbitrary: brokenFields(api, operation, schema, valid) },
    { weight: 2, arbitrary: brokenText(schema, valid) },
    { weight: 2, arbitrary: brokenEncoding(valid) },
  )
}

const asJson = (how: string, value: unknown): BrokenBody => ({
  how,
  body: JSON.stringify(value),
  headers: JSON_TYPE,
})

/**
 * Generates wrong types and values that are out of bounds, missing or unknown: everything that the document's schema
 * refuses.
 */
function brokenFields(
  api: DescribedApi,
  operation: Operation,
  schema: Schema,
  valid: fc.Arbitrary<Fields>,
): fc.Arbitrary<BrokenBody> {
  const names = Object.keys(schema.properties ?? {})
  const wrongFields = names.flatMap((name) =>
    wrongValues(api.resolve(schema.properties?.[name] ?? {}), name).map((value) => ({ name, value })),
  )
  const wrong = fc
    .tuple(valid, fc.constantFrom(...wrongFields))
    .map(([fields, { name, value }]) => ({ how: `wrong ${name}`, fields: { ...fields, [name]: value } }))
  const unknown = fc
    .tuple(
      valid,
      fc.string({ minLength: 1, maxLength: 20 }).filter((it) => !names.includes(it) && it !== '__proto__'),
    )
    .map(([fields, name]) => ({ how: 'unknown field', fields: { ...fields, [name]: 1 } }))
  const known = fc
    .tuple(
      valid,
      fc.constantFrom(
        'constructor',
        'toString',
        'hasOwnProperty',
        'id',
        'object',
        'status_',
        'Title',
        'max_use',
      ),
    )
    .map(([fields, name]) => ({ how: 'unknown field', fields: { ...fields, [name]: 1 } }))
  const required = schema.required ?? []
  const missing =
    required.length === 0
      ? []
      : [
          fc.tuple(valid, fc.constantFrom(...required)).map(([fields, name]) => {
            const { [name]: _, ...rest } = fields
            return { how: `no ${name}`, fields: rest }
          }),
        ]
  return fc
    .oneof({ weight: 6, arbitrary: wrong }, unknown, known, ...missing)
    .map(({ how, fields }) =>
      asJson(api.bodyProblem(operation, fields) === null ? `${how}, beyond the schema` : how, fields),
    )
}

/** Returns values that this field must refuse. */
function wrongValues(schema: Schema, name: string): unknown[] {
  const branches = schema.anyOf ?? [schema]
  const types = new Set(branches.flatMap(({ type }) => type ?? []))
  const junk = INVALID_VALUES.filter(
    (value) =>
      !types.has(typeName(value)) &&
      !(types.has('number') && typeof value === 'number') &&
      !(types.has('integer') && Number.isInteger(value)),
  )
  return [...junk, ...branches.flatMap((branch) => outOfBounds(branch, name))]
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function outOfBounds(
  {
    type,
    format,
    pattern,
    minLength = 0,
    maxLength,
    minimum,
    maximum,
    exclusiveMinimum,
    maxProperties,
  }: Schema,
  name: string,
): unknown[] {
  if (type === 'integer') return [(minimum ?? 0) - 1, (maximum ?? 0) + 1, 1.5, 2 ** 53, -0.5]
  if (type === 'number')
    return [
      exclusiveMinimum ?? 0,
      -0,
      -1,
      // An amount's limit is in minor units; above this value it is too large in every currency.
      (maximum ?? 999_999_999) + 1,
      1e300,
      0.00001,
      10.00005,
      Number.MIN_VALUE,
      -1e-9,
    ]
  if (type === 'object' && maxProperties) return badMetadata(maxProperties)
  if (type !== 'string') return []
  if (format === 'date-time')
    return [
      ...BAD_INSTANTS,
      ...(name === 'expires_at' ? ['2026-11-20T12:00:00Z', '1970-01-01T00:00:00Z'] : []),
    ]
  if (format === 'email') return BAD_EMAILS
  if (pattern) return BAD_PHONES
  const tooShort = minLength > 0 ? ['', ' '.repeat(minLength + 3), 'x'.repeat(minLength - 1)] : []
  const tooLong = maxLength
    ? ['x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1), `y${'x'.repeat(100_000)}`]
    : []
  return [...tooShort, ...tooLong]
}

function badMetadata(maxKeys: number): object[] {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))
  return [
    keys(maxKeys + 1),
    { '': 1 },
    { ['k'.repeat(41)]: 1 },
    { ['😀'.repeat(41)]: 1 },
    { big: 'x'.repeat(16 * 1024) },
  ]
}

/** Generates text that some parsers accept as JSON with another meaning, or not at all. */
function brokenText(schema: Schema, valid: fc.Arbitrary<Fields>): fc.Arbitrary<BrokenBody> {
  const deep = (open: string, close: string, levels: number) =>
    `${open.repeat(levels)}1${close.repeat(levels)}`
  const firstText =
    Object.keys(schema.properties ?? {}).find((name) => schema.properties?.[name]?.type === 'string') ??
    'title'
  const spoilt = (how: string, spoil: (json: string) => string) =>
    valid.map((fields) => ({ how, body: spoil(JSON.stringify(fields)), headers: JSON_TYPE }))
  /** Replaces one field, so that the rest of the body is valid. */
  const withField = (how: string, name: string, json: string) =>
    valid.map((fields) => {
      const { [name]: _, ...rest } = fields
      const text = JSON.stringify(rest)
      const field = `${JSON.stringify(name)}:${json}}`
      return { how, body: text === '{}' ? `{${field}` : `${text.slice(0, -1)},${field}`, headers: JSON_TYPE }
    })
  return fc.oneof(
    spoilt('cut off', (text) => text.slice(0, -1)),
    spoilt('a comma too many', (text) => `${text.slice(0, -1)},}`),
    spoilt('two documents', (text) => text + text),
    spoilt('in a list', (text) => `[${text}]`),
    spoilt('as a string', (text) => JSON.stringify(text)),
    fc
      .constantFrom(
        'null',
        '1',
        '"x"',
        'true',
        '[]',
        '',
        ' ',
        'NaN',
        "{'a':1}",
        '{a:1}',
        '\ufeff\ufeff{}',
        '{"a":01}',
        '{"a":+1}',
        '{"a":1/*x*/}',
      )
      .map((body) => ({ how: `the body ${body}`, body, headers: JSON_TYPE })),
    valid
      .filter((fields) => Object.keys(fields).length > 0)
      .map((fields) => {
        const [name = '', value] = Object.entries(fields)[0] ?? []
        const twice = `{${JSON.stringify(name)}:${JSON.stringify(value)},${JSON.stringify(fields).slice(1)}`
        return { how: 'a key twice', body: twice, headers: JSON_TYPE }
      }),
    withField('a key twice, spelt with an escape', 'x', '1,"\\u0078":2'),
    withField('a key twice inside', 'metadata', '{"a":1,"a":1}'),
    withField('__proto__', '__proto__', '{"amount":1}'),
    withField('__proto__ inside', 'metadata', '{"__proto__":{"x":1}}'),
    withField('NUL', firstText, '"a\\u0000b"'),
    withField('a lone surrogate', firstText, '"a\\ud800b"'),
    withField('a lone low surrogate', firstText, '"\\udc00ab"'),
    withField('NUL inside', 'metadata', '{"a":["\\u0000"]}'),
    withField('NUL in a key', 'metadata', '{"\\u0000":1}'),
    withField('a surrogate in a key', 'metadata', '{"\\udfff":1}'),
    withField('more than a number holds', 'amount', '1e400'),
    withField('more than a number holds, inside', 'metadata', '{"a":{"b":-1e999}}'),
    ...[65, 1_000, 10_000].flatMap((levels) => [
      withField(`${levels} lists deep`, 'metadata', `{"a":${deep('[', ']', levels)}}`),
      withField(`${levels} objects deep`, 'metadata', deep('{"a":', '}', levels)),
      withField(`${levels} lists deep, unclosed`, 'metadata', '['.repeat(levels)),
    ]),
  )
}

/** Generates bodies for an operation without one, where any field is unknown. */
function unexpectedBody(): fc.Arbitrary<BrokenBody> {
  return fc.constantFrom(
    asJson('a body where none is taken', { reason: 'x' }),
    asJson('a list where none is taken', []),
    { how: 'text where none is taken', body: 'x', headers: [['Content-Type', 'text/plain']] },
    { how: 'half of a body where none is taken', body: '{', headers: JSON_TYPE },
  )
}
