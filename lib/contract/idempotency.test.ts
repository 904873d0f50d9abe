import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from './errors'
import { canonicalJson, fingerprintInput, parseIdempotencyKey } from './idempotency'

describe('idempotency', () => {
  it('keys have 8 to 255 characters', () => {
    expect(parseIdempotencyKey(undefined)).toBeNull()
    expect(parseIdempotencyKey('12345678')).toBe('12345678')
    expect(parseIdempotencyKey('k'.repeat(255))).toHaveLength(255)
    for (const key of ['', '1234567', 'k'.repeat(256)]) {
      expect(() => parseIdempotencyKey(key)).toThrow(ApiError)
    }
  })

  it('equal bodies have the same canonical text, regardless of key order and number format', () => {
    const left: unknown = JSON.parse('{"amount":10.0,"b":{"y":1e1,"x":-0}}')
    const right: unknown = JSON.parse('{"b":{"x":0,"y":10},"amount":10}')
    expect(canonicalJson(left)).toBe(canonicalJson(right))
    expect(canonicalJson(left)).toBe('{"amount":10,"b":{"x":0,"y":10}}')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.jsonValue())), (entries) => {
        const forwards = Object.fromEntries(new Map(entries))
        const backwards = Object.fromEntries([...new Map(entries)].reverse())
        expect(canonicalJson(forwards)).toBe(canonicalJson(backwards))
      }),
    )
  })

  it('different bodies and different paths have different fingerprints', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const same =
          JSON.stringify(JSON.parse(canonicalJson(left))) === JSON.stringify(JSON.parse(canonicalJson(right)))
        expect(canonicalJson(left) === canonicalJson(right)).toBe(same)
      }),
    )
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }))
    expect(fingerprintInput('/customers/a/charges', {})).not.toBe(
      fingerprintInput('/customers/b/charges', {}),
    )
  })
})
