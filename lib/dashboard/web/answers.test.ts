import { describe, expect, test } from 'vitest'
import { invalidParameters } from '@/lib/contract/errors'
import { ContractMismatch, HostRefused, HostUnreachable } from '@/lib/dashboard/client/host-errors'
import { Refusal } from '@/lib/dashboard/refusal'
import { createLog } from '@/lib/platform/log'
import { errorAnswer } from './answers'
import { methods } from './methods'
import { problemOf } from './problem'
import { readBody } from './read-body'
import { isOwnOrigin } from './same-origin'

const log = createLog('test', 'silent')
const refused = (status: number, code: string) =>
  new HostRefused(status, 'api_error', code, 'Internals of the host', {}, 'r-1', null, new Date())
const told = async (error: unknown) => {
  const answer = errorAnswer(error, log)
  return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.json() }
}

describe('whatever is thrown', () => {
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
    const { body, cache, ...rest } = await told(error)
    expect(rest.status).toBe(status)
    expect(cache).toBe('no-store')
    expect(body.error).toMatchObject({ type, code, details: { request_id: expect.any(String) } })
    expect(JSON.stringify(body)).not.toMatch(/internals/i)
  })

  test('a host with codes of its own is understood by the status', () => {
    expect(problemOf(refused(401, 'bad_key'))).toMatchObject({ code: 'invalid_api_key' })
    expect(problemOf(refused(429, 'slow_down'))).toMatchObject({ code: 'rate_limited' })
  })

  test('the host’s request id is kept for support, its own words are not shown', () => {
    expect(problemOf(refused(418, 'something_new'))).toEqual({
      code: 'something_new',
      message: 'The payments service refused this (something_new).',
      requestId: 'r-1',
    })
  })
})

test('a route answers its own methods and refuses the others as JSON', async () => {
  const route = methods({ GET: async () => Promise.reject(new Error('boom')) }, () => log)
  const request = new Request('http://localhost/')
  const params = { params: Promise.resolve({}) }
  expect((await route.GET(request, params)).status).toBe(500)
  const refusedAnswer = await route.DELETE(request, params)
  expect([refusedAnswer.status, refusedAnswer.headers.get('allow')]).toEqual([405, 'GET'])
})

test('only our own origin may act; none is not ours', () => {
  const web = 'https://pay.example.com'
  expect(isOwnOrigin('https://pay.example.com', web)).toBe(true)
  for (const origin of [
    null,
    'null',
    '',
    'http://pay.example.com',
    'https://pay.example.com.evil.test',
    'https://evil.test',
  ])
    expect(isOwnOrigin(origin, web)).toBe(false)
})

test('a body is read whole up to its limit, with and without a declared length', async () => {
  const stream = (bytes: number) =>
    new Request('http://localhost/', {
      method: 'POST',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(bytes))
          controller.close()
        },
      }),
      // Node's fetch asks for it; the type does not know it.
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
