import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonError, parseJsonObject } from './json'

const plainKey = fc
  .string({ unit: 'grapheme' })
  .filter((key) => key !== '__proto__' && !key.includes('\u0000'))
const plainText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000'))
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    plainText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(plainKey, tie('tree'), { maxKeys: 4 }),
  ),
}))

function refusal(text: string) {
  const parsed = parseJsonObject(text)
  return parsed.ok ? null : { reason: parsed.reason, field: parsed.field }
}

describe('parseJsonObject', () => {
  it('the result equals that of JSON.parse for every object, with any white space', () => {
    fc.assert(
      fc.property(
        fc.dictionary(plainKey, tree),
        fc.constantFrom(undefined, 1, '\t', '\n '),
        (value, space) => {
          const text = JSON.stringify(value, null, space)
          expect(parseJsonObject(text)).toMatchObject({ ok: true, value: JSON.parse(text) })
        },
      ),
    )
  })

  it('the literals contain the object’s own numbers as they were written', () => {
    const text = '{"a":10.000000000000000001,"b":{"a":2},"c":[3],"d":"4","e" : -5.50E+1,"f":1e2}'
    const parsed = parseJsonObject(text)
    expect(parsed.ok && Object.fromEntries(parsed.literals)).toEqual({
      a: '10.000000000000000001',
      e: '-5.50E+1',
      f: '1e2',
    })
  })

  it.each([
    ...[
      '1546130668394913822',
      '9007199254740993',
      '-9007199254740993',
      '0.1234567890123456789',
      '1e400',
      '-1e400',
    ],
    ...['1e-400', '1.00000000000000000001', '12345678901234567890e-30', '0.10000000000000000001E1'],
    ...['1e99999999999999999999', '1e-99999999999999999999', `1${'0'.repeat(30)}1`, `0.${'0'.repeat(400)}1`],
  ])('the number %s, which a double does not hold, is named by its path', (number) => {
    const parsed = parseJsonObject(
      `{"n":${number},"m":{"order":${number},"list":[1,{"a":${number}}]},"s":"${number}"}`,
    )
    expect(parsed.ok && parsed.inexact).toEqual(['n', 'm.order', 'm.list.1.a'])
  })

  it.each([
    ...[
      '0',
      '-0',
      '0.0',
      '0e5',
      '0e99999999999999999999',
      '1.0',
      '1e2',
      '10.50',
      '-1.50E+1',
      '0.1',
      '1E-7',
      '100',
    ],
    ...['9007199254740992', '1546130668394913800', '123456789012345', '1e23', `1${'0'.repeat(22)}`, '5e-324'],
    ...['1.7976931348623157e308', '0.000001', '12345.678900e-3', `1.${'0'.repeat(300)}`],
  ])('the number %s is exact', (number) => {
    const parsed = parseJsonObject(`{"m":[${number}]}`)
    expect(parsed.ok && parsed.inexact).toEqual([])
  })

  it('every number that JSON.stringify writes is exact', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const parsed = parseJsonObject(JSON.stringify({ number }))
        expect(parsed.ok && parsed.inexact).toEqual([])
      }),
    )
  })

  it('a number of 200,000 digits is compared in linear time', () => {
    const zeros = '0'.repeat(100_000)
    const start = performance.now()
    const parsed = parseJsonObject(`{"m":1${zeros}1${zeros},"n":0.${zeros}1${zeros}}`)
    expect(parsed.ok && parsed.inexact).toEqual(['m', 'n'])
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  it('invalid JSON is refused as by JSON.parse, without an exception', () => {
    const nearJson = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ue01-.tfnrl \n\u0000') })
    fc.assert(
      fc.property(nearJson, (text) => {
        const parsed = parseJsonObject(text)
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        expect(!parsed.ok && parsed.reason === 'malformed').toBe(!valid)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":NaN}',
    '{"a":1}x',
    '\ufeff{}',
    '{"a":"\n"}',
  ])('the text %j is refused as malformed', (text) => {
    expect(refusal(text)).toEqual({ reason: 'malformed', field: '' })
  })

  it.each(['[]', '1', '"a"', 'null', 'true', ' [{}] '])(
    'the text %j is refused, because it is not an object',
    (text) => {
      expect(refusal(text)).toEqual({ reason: 'not_an_object', field: '' })
    },
  )

  it('a duplicate key is found in any spelling, within one object only', () => {
    expect(refusal('{"a":1,"b":2,"a":3}')).toEqual({ reason: 'duplicate_key', field: 'a' })
    expect(refusal('{"a":1,"\\u0061":2}')).toEqual({ reason: 'duplicate_key', field: 'a' })
    expect(refusal('{"m":[{},{"k":1,"k":1}]}')).toEqual({ reason: 'duplicate_key', field: 'm.1.k' })
    expect(refusal('{"":1,"":2}')).toEqual({ reason: 'duplicate_key', field: '' })
    expect(refusal('{"a":{"a":{"a":"a"}},"b":["a","a"],"c":"a"}')).toBeNull()
    expect(refusal('{"toString":1,"constructor":2}')).toBeNull()
  })

  it('NUL, lone surrogates and __proto__ are refused at any depth, with the field’s name', () => {
    expect(refusal('{"a":{"b":"x\\u0000"}}')).toEqual({ reason: 'invalid_characters', field: 'a.b' })
    expect(refusal('{"a":["\\ud800"]}')).toEqual({ reason: 'invalid_characters', field: 'a.0' })
    expect(refusal('{"\\u0000":1}')?.reason).toBe('invalid_characters')
    expect(refusal('{"a":"\\ud83d\\ude00 \\\\u0000"}')).toBeNull()
    expect(refusal('{"m":{"__proto__":{"x":1}}}')).toEqual({ reason: 'forbidden_key', field: 'm.__proto__' })
  })

  it('64 levels are accepted and more are refused, without deep recursion', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(refusal(nested(64))).toBeNull()
    expect(refusal(nested(65))?.reason).toBe('too_deep')
    expect(refusal(nested(10_000))?.reason).toBe('too_deep')
    expect(refusal(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)?.reason).toBe('too_deep')
  })

  it('the error is always a 400: invalid_json, or the field with the character', () => {
    expect(jsonError({ reason: 'malformed', field: '' })).toMatchObject({ status: 400, code: 'invalid_json' })
    expect(jsonError({ reason: 'invalid_characters', field: 'title' })).toMatchObject({
      code: 'invalid_parameters',
      details: { fields: [{ field: 'title', code: 'invalid_characters' }] },
    })
  })
})
