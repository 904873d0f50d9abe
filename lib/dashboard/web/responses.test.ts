import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { EndpointName } from '@/lib/contract/endpoints'
import { invalidParameters } from '@/lib/contract/errors'
import { ContractMismatch, HostRefused, HostUnreachable } from '@/lib/dashboard/client/host-errors'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { createLog } from '@/lib/platform/log'
import { openPrisma } from '@/lib/platform/prisma-client'
import { memberTextsOf } from '@/lib/ui/member-reader'
import { problemOf } from './problem'
import { errorResponse, methods, readBody, requireOwnOrigin } from './responses'

const log = createLog('test', 'silent')
const texts = memberTextsOf(new Headers())
const refused = (status: number, code: string, type = 'api_error', endpoint: EndpointName | null = null) =>
  new HostRefused(status, type, code, 'Internals of the host', {}, 'r-1', null, new Date(), false, endpoint)
const answered = async (error: unknown) => {
  const answer = errorResponse(error, log, new Headers())
  return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.json() }
}

describe('thrown errors', () => {
  test.each([
    [new Refusal('signed_out'), 401, 'signed_out', 'authentication_error'],
    [new Refusal('forbidden'), 403, 'forbidden', 'permission_error'],
    [new Refusal('resource_not_found'), 404, 'resource_not_found', 'not_found_error'],
    [new HostUnreachable('timeout'), 503, 'host_unreachable', 'api_error'],
    [new ContractMismatch(200, 'getAccount', 'r-2'), 502, 'contract_mismatch', 'api_error'],
    [refused(409, 'link_already_completed'), 409, 'link_already_completed', 'conflict_error'],
    [refused(429, 'rate_limited'), 429, 'rate_limited', 'rate_limit_error'],
    [refused(401, 'invalid_api_key'), 502, 'invalid_api_key', 'api_error'],
    [
      invalidParameters([{ field: 'title', code: 'required', message: 'Is required.' }]),
      400,
      'invalid_parameters',
      'invalid_request_error',
    ],
    [new TypeError('secret internals'), 500, 'internal_error', 'api_error'],
    ['a string', 500, 'internal_error', 'api_error'],
  ])('%s is answered in the contract’s shape', async (error, status, code, type) => {
    const { body, cache, ...rest } = await answered(error)
    expect(rest.status).toBe(status)
    expect(cache).toBe('no-store')
    expect(body.error).toMatchObject({ type, code, details: { request_id: expect.any(String) } })
    expect(JSON.stringify(body)).not.toMatch(/internals/i)
  })

  test('a database that cannot be reached by Prisma, or is full, is answered 503', async () => {
    const prisma = openPrisma('postgresql://nobody@127.0.0.1:1/none', 1, 'test-prisma')
    const full = openPrisma(process.env.TEST_DATABASE_URL ?? '', 1, 'test-prisma')
    const raiseFull = `DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = 'disk_full'; END $$`
    const errors = await Promise.all(
      [prisma.connection.findMany(), full.$executeRawUnsafe(raiseFull)].map((query) =>
        query.catch((error: unknown) => error),
      ),
    )
    await Promise.all([prisma.$disconnect(), full.$disconnect()])
    for (const error of errors) expect(errorResponse(error, log, new Headers()).status).toBe(503)
  })

  test.each([
    [401, 'oops', null, 'invalid_api_key'],
    [403, 'oops', null, 'charges_disabled'],
    [404, 'oops', null, 'resource_not_found'],
    [429, 'oops', null, 'rate_limited'],
    [400, 'authentication_error', null, 'invalid_api_key'],
    [400, 'permission_error', null, 'charges_disabled'],
    [410, 'not_found_error', null, 'resource_not_found'],
    [420, 'rate_limit_error', null, 'rate_limited'],
    [409, 'conflict_error', 'cancelPaymentLink', 'link_already_completed'],
    [409, 'conflict_error', 'createCustomer', 'customer_already_exists'],
    // A charge's conflict may have collected money: its code is never guessed.
    [409, 'conflict_error', 'createCharge', 'their_code'],
    [500, 'not_found_error', null, 'their_code'],
  ] as const)('a host’s own code with status %i and type %s (%s) is mapped to %s', (...given) => {
    const [status, type, endpoint, code] = given
    const problem = problemOf(refused(status, 'their_code', type, endpoint), texts)
    expect(problem.code).toBe(code)
    expect(problem.message).not.toContain('their_code')
  })

  test('the host’s request id is kept for support, its own message is not shown', () => {
    expect(problemOf(refused(418, 'something_new'), texts)).toEqual({
      code: 'something_new',
      message: 'The payments service refused this (something_new).',
      requestId: 'r-1',
    })
  })
})

test('a route handles its own methods and refuses the others as JSON', async () => {
  const route = methods({ GET: async () => Promise.reject(new Error('boom')) }, () => log)
  const request = new Request('http://localhost/')
  const params = { params: Promise.resolve({}) }
  expect((await route.GET(request, params)).status).toBe(500)
  const refusedAnswer = await route.DELETE(request, params)
  expect([refusedAnswer.status, refusedAnswer.headers.get('allow')]).toEqual([405, 'GET'])
})

test('only our own origin may act, and a refusal is one log line with the origin and WEB_URL', () => {
  const lines: string[] = []
  const dashboard = {
    env: { WEB_URL: 'https://pay.example.com/' },
    log: pino({}, { write: (line) => void lines.push(line) }),
  }
  const call = (origin: string | null) =>
    requireOwnOrigin(new Headers(origin === null ? {} : { origin }), dashboard)
  expect(() => call('https://pay.example.com')).not.toThrow()
  expect(lines).toEqual([])
  for (const origin of [
    null,
    'null',
    '',
    'http://pay.example.com',
    'https://pay.example.com.evil.test',
    'https://evil.test',
  ]) {
    expect(() => call(origin)).toThrow('foreign_origin')
    expect(lines.splice(0).map((line) => JSON.parse(line))).toMatchObject([
      { origin, webUrl: 'https://pay.example.com' },
    ])
  }
})

test('a body is read completely up to its limit, with and without a declared length', async () => {
  const stream = (bytes: number) =>
    new Request('http://localhost/', {
      method: 'POST',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(bytes))
          controller.close()
        },
      }),
      // Node's fetch requires it; the type lacks it.
      duplex: 'half',
    } as RequestInit)
  expect((await readBody(stream(10), 10)).length).toBe(10)
  await expect(readBody(stream(11), 10)).rejects.toMatchObject({ code: 'body_too_large' })
  const declared = (length: string) =>
    new Request('http://localhost/', { method: 'POST', body: 'abc', headers: { 'content-length': length } })
  expect((await readBody(declared('3'), 10)).toString()).toBe('abc')
  await expect(readBody(declared('11'), 10)).rejects.toMatchObject({ code: 'body_too_large' })
  await expect(readBody(declared('x'), 10)).rejects.toMatchObject({ code: 'body_too_large' })
})

test('a member reads a refusal and its fields in their language', () => {
  const spanish = memberTextsOf(new Headers({ 'accept-language': 'es' }))
  const fieldsOf = (error: unknown) => problemOf(error, spanish).fields
  const own = fieldRefusal('email', 'already_member', 'refusals.fields.already_member')
  expect(fieldsOf(own)).toEqual([
    { field: 'email', code: 'already_member', message: spanish.t('refusals.fields.already_member') },
  ])
  const filled = fieldRefusal('name', 'too_long', 'saved-views.nameTooLong', { max: 40, over: 2 })
  expect(fieldsOf(filled)?.[0]?.message).toBe(spanish.t('saved-views.nameTooLong', { max: 40, over: 2 }))
  const contract = invalidParameters([{ field: 'title', code: 'required', message: 'Is required.' }])
  expect(fieldsOf(contract)?.[0]?.message).toBe(spanish.t('problems.required'))
  expect(problemOf(contract, texts).fields?.[0]?.message).toBe('Is required.')
  const unknown = invalidParameters([{ field: 'title', code: 'their_own', message: 'Their sentence.' }])
  expect(fieldsOf(unknown)?.[0]?.message).toBe('Their sentence.')
})
