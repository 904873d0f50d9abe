import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalizeText } from '@/lib/domain/text'
import { requestsOf, seed, timeoutMs } from './budget'
import type { Operation } from './described-api'
import {
  type FuzzTarget,
  idsFor,
  knownFor,
  openFuzzTarget,
  type SeededAccount,
  seedAccount,
} from './fuzz-target'
import { judge, Undocumented } from './judge'
import { queryOf, valuesOf } from './valid-value'
import type { WireRequest } from './wire'

/** Currencies without decimals, with two and with three. */
const CURRENCIES = ['JPY', 'USD', 'BHD'] as const

let target: FuzzTarget
const accounts = new Map<string, SeededAccount>()

beforeAll(async () => {
  target = await openFuzzTarget()
  for (const currency of CURRENCIES) accounts.set(currency, await seedAccount(target, currency))
})

afterAll(() => target.close())

interface Valid {
  currency: string
  id: string
  query: { text: string; values: Record<string, string> }
  body: Record<string, unknown> | null
  key: string | null
}

function accountOf(currency: string): SeededAccount {
  const account = accounts.get(currency)
  if (!account) throw new Error(`nobody lives in ${currency}`)
  return account
}

/** Generates any request that the document allows for this operation, for an account that has the objects. */
function validFor(operation: Operation): fc.Arbitrary<Valid> {
  return fc.constantFrom(...CURRENCIES).chain((currency) => {
    const account = accountOf(currency)
    return fc.record({
      currency: fc.constant(currency),
      id: operation.path.includes('{id}') ? fc.constantFrom(...idsFor(account, operation)) : fc.constant(''),
      query: queryOf(account.setting, operation, knownFor(account, operation)),
      // The schema of a body describes an object.
      body: operation.body
        ? (valuesOf(account.setting, operation.body) as fc.Arbitrary<Record<string, unknown>>)
        : fc.constant(null),
      key: operation.idempotent
        ? fc.option(
            fc
              .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 255 })
              .filter((it) => it.trim() === it),
          )
        : fc.constant(null),
    })
  })
}

function requestFor(operation: Operation, { currency, id, query, body, key }: Valid): WireRequest {
  return {
    method: operation.method,
    path: `/api/v1${operation.path.replace('{id}', id)}${query.text}`,
    headers: [
      ['Authorization', `Bearer ${accountOf(currency).merchant.key}`],
      ...(body ? [['Content-Type', 'application/json'] as const] : []),
      ...(key === null ? [] : [['Idempotency-Key', key] as const]),
    ],
    ...(body ? { body: JSON.stringify(body) } : operation.isUpload ? { body: PNG } : {}),
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Responses to valid requests other than success: refusals because of an object's state. */
const REFUSALS: Readonly<Record<string, readonly number[]>> = {
  cancelPaymentLink: [409],
  createPaymentLink: [422],
  createCustomer: [409],
  updateCustomer: [409],
  createCharge: [402, 409, 422],
  // The amount may be above what is left of the payment.
  createRefund: [400, 409, 422],
  // A file may be unknown, and the evidence was sent by an earlier request.
  submitEvidence: [400, 409],
  // At most twelve uploads, and none after the evidence.
  uploadDisputeFile: [400, 409],
}

/** Returns the difference between the normalized request and the response. */
function echoProblem(sent: Record<string, unknown>, answered: object): string | null {
  const got = new Map<string, unknown>(Object.entries(answered))
  for (const [name, value] of Object.entries(sent)) {
    const back = got.get(name)
    if (!got.has(name)) continue
    const expected =
      name === 'expires_at' && typeof value === 'string'
        ? null
        : typeof value === 'string'
          ? normalizeText(value) || (name === 'name' || name === 'title' ? '' : null)
          : (value ?? (name === 'metadata' ? {} : null))
    if (name === 'expires_at' && typeof value === 'string') {
      if (typeof back !== 'string' || Math.abs(Date.parse(back) - Date.parse(value.toUpperCase())) > 1)
        return name
    } else if (JSON.stringify(canonical(back)) !== JSON.stringify(canonical(expected))) return name
  }
  return null
}

/** Returns the same value with sorted keys and without -0: jsonb keeps neither. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value
  return Object.entries(value)
    .map(([key, own]) => [key, canonical(own)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns the error of a page: its order, its limit, or an object that does not match the filters. */
function pageProblem(values: Record<string, string>, answered: object): string | null {
  // Its shape has just been checked.
  const { data, has_more, next_cursor } = answered as {
    data: { id: string; created_at: string; status: string }[]
    has_more: boolean
    next_cursor: string | null
  }
  if (data.length > Number(values.limit ?? 25)) return 'too many rows'
  if (has_more !== (next_cursor !== null)) return 'a cursor without more'
  if (values.status !== undefined && data.some(({ status }) => status !== values.status))
    return 'another status'
  const keys = data.map(({ created_at, id }) => `${created_at} ${id}`)
  return keys.some((key, i) => i > 0 && key >= (keys[i - 1] ?? '')) ? 'not in order' : null
}

describe('valid requests', () => {
  test('valid requests succeed as documented, for all values that the schemas allow', {
    timeout: timeoutMs,
  }, async () => {
    const { api, wire } = target
    const share = Math.ceil(requestsOf('valid') / api.operations.length)
    const statuses = new Map<string, number>()
    for (const operation of api.operations) {
      const property = fc.asyncProperty(validFor(operation), async (valid) => {
        const request = requestFor(operation, valid)
        const answer = await wire.send(request)
        const body = judge(api, operation, request, answer)
        const { status } = answer
        statuses.set(`${operation.id} ${status}`, (statuses.get(`${operation.id} ${status}`) ?? 0) + 1)
        const fail = (problem: string) => {
          throw new Undocumented(problem, request, answer)
        }
        if (status !== operation.success && !REFUSALS[operation.id]?.includes(status))
          fail('a valid request was refused')
        if (status !== operation.success || typeof body !== 'object' || body === null) return
        const problem =
          'data' in body ? pageProblem(valid.query.values, body) : echoProblem(valid.body ?? {}, body)
        if (problem) fail(`not what was sent: ${problem}`)
      })
      await fc.assert(property, { numRuns: share, seed })
    }
    expect(wire.sent).toBeGreaterThanOrEqual(requestsOf('valid'))
    for (const { id, success } of api.operations)
      expect(statuses.get(`${id} ${success}`) ?? 0).toBeGreaterThan(0)
  })
})
