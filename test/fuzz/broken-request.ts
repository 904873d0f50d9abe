import fc from 'fast-check'
import type { Operation, Schema } from './described-api'

/** Other error of a request, with the expected statuses. */
export interface Mutation {
  how: string
  /** Replaces the query. */
  query?: string
  /** Replaces `{id}`, percent-encoded. */
  id?: string
  /** Replaces the Authorization header. */
  authorization?: readonly string[]
  headers?: readonly (readonly [string, string])[]
  expected: readonly number[]
}

export function brokenQueryOf(
  operation: Operation,
  foreignCursors: readonly string[],
): fc.Arbitrary<Mutation> {
  const broken = Object.entries(operation.query).flatMap(([name, schema]) =>
    badTexts(name, schema, foreignCursors).map((value) => `${name}=${value}`),
  )
  const twice = Object.keys(operation.query).map((name) => `${name}=1&${name}=1`)
  return fc
    .constantFrom(...broken, ...twice)
    .map((query) => ({ how: `the query ${query.slice(0, 80)}`, query: `?${query}`, expected: [400] }))
}

function badTexts(
  name: string,
  { enum: values, format, type }: Schema,
  foreignCursors: readonly string[],
): string[] {
  const everywhere = ['', '%00', 'a%00b', '%20%20', 'x'.repeat(600)]
  if (name === 'starting_after')
    return [
      ...everywhere,
      ...foreignCursors,
      'x',
      '0',
      '%F0%9F%98%80',
      'e30',
      'cGF5bWVudC4w',
      '..%2F',
      '%25',
      '=',
      "'%20OR%201=1--",
    ]
  if (type === 'integer')
    return [
      ...everywhere,
      '0',
      '101',
      '-1',
      '1.5',
      '1e1',
      'ten',
      '0x10',
      '%2B5',
      '%D9%A5',
      '99999999999999999999',
      'NaN',
      'null',
      '5;',
      '5%20',
    ]
  if (values) return [...everywhere, 'active', 'ACTIVE%20', 'UNKNOWN', 'ACTIVE,CANCELLED', '0', '%EF%BC%A1']
  if (format === 'date-time')
    return [
      ...everywhere,
      'now',
      '2026-11-20',
      '2026-11-20T10:00:00',
      '2026-02-30T00:00:00Z',
      '1795176273',
      '10000-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
    ]
  return everywhere
}

const UNKNOWN_IDS = [
  'unknown',
  'pl_',
  '0',
  '-1',
  '%F0%9F%98%80',
  "x'%20OR%20'1'='1",
  '%00',
  'a%00b',
  '%2F',
  '..%2F..%2Fme',
  '%25',
  'null',
  'undefined',
  '%ED%A0%80x',
  'x'.repeat(300),
  'x'.repeat(8_000),
  '%E2%80%AE',
  '__proto__',
  'constructor',
]

/** Generates unknown ids, and paths that cannot be decoded. */
export function unknownIdOf(otherIds: readonly string[]): fc.Arbitrary<Mutation> {
  return fc.constantFrom(...UNKNOWN_IDS, ...otherIds, '%ff', '%', '%e', '%C0%AF').map((id) => ({
    how: `the id ${id.slice(0, 60)}`,
    id,
    expected: /%(?:ff|e$|$|C0|ED)/.test(id) ? [400] : [400, 404],
  }))
}

/** Generates everything that is not a live key. */
export function brokenAuthorization(key: string, revokedKey: string): fc.Arbitrary<Mutation> {
  const values: readonly (readonly string[])[] = [
    [],
    [''],
    ['Bearer'],
    ['Bearer '],
    [`Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    [key],
    [`Bearer ${key}x`],
    [`Bearer ${key.slice(0, -1)}`],
    [`Bearer ${key.toUpperCase()}`],
    [`Bearer "${key}"`],
    [`Bearer ${key},${key}`],
    [`Bearer ${key} ${key}`],
    [`Bearer ${'x'.repeat(8_000)}`],
    [`Bearer checkout_sk_${'A'.repeat(43)}`],
    [`Bearer ${key}é`],
    [`Bearer ${revokedKey}`],
    [`Bearer ${key}`, `Bearer ${key}`],
    [`Bearer ${key}`, 'Bearer x'],
    ['Bearer x', `Bearer ${key}`],
  ]
  return fc
    .constantFrom(...values)
    .map((authorization) => ({ how: `the keys ${authorization.length}`, authorization, expected: [401] }))
}

/** Generates idempotency keys outside 8 to 255 characters. */
export const brokenIdempotencyKey: fc.Arbitrary<Mutation> = fc
  .constantFrom('', 'x', '1234567', 'x'.repeat(256), 'x'.repeat(5_000))
  .map((key) => ({
    how: `a key of ${key.length}`,
    headers: [['Idempotency-Key', key]] as const,
    expected: [400],
  }))
