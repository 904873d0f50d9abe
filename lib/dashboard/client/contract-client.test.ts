import { beforeEach, expect, test } from 'vitest'
import { unparsedListSchema } from '@/lib/contract/list'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { aLink, NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { advertisedRate, ContractClient, callIntervalMs } from './contract-client'
import { ContractMismatch, HostRefused, HostUnreachable } from './host-errors'

const host = await externalHost()

beforeEach(() => {
  host.fault = () => null
  host.requests = []
})

function client(over: { apiKey?: string; baseUrl?: string; totalTimeoutMs?: number } = {}) {
  const { apiKey = host.apiKey, baseUrl = host.baseUrl, totalTimeoutMs = 5_000 } = over
  return new ContractClient({
    http: new OutboundHttp({ testMode: true, totalTimeoutMs }),
    baseUrl,
    apiKey,
    now: () => new Date('2030-01-01T00:00:00Z'),
  })
}

const failed = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof HostRefused || error instanceof HostUnreachable || error instanceof ContractMismatch)
    return error
  throw new Error('the call did not fail as a host fails')
}

test('a response keeps unknown fields, and its time is that of the request by the host’s clock', async () => {
  host.links = [{ ...aLink({ id: 'L/1 é' }), loyalty: { points: 3 } }]
  const { data, raw, at, requestId } = await client().call('getPaymentLink', { id: 'L/1 é' })
  expect(data).toMatchObject({ id: 'L/1 é', loyalty: { points: 3 } })
  expect(raw).toEqual(host.links[0])
  expect(at.getTime()).toBeLessThanOrEqual(NOON.getTime())
  expect(at.getTime()).toBeGreaterThan(NOON.getTime() - 5_000)
  expect(requestId).toBe('r-1')
  expect(host.requests[0]?.path).toBe('/payment_links/L%2F1%20%C3%A9')
})

test('a host without our additional fields is accepted', async () => {
  const { data } = await client().call('getAccount')
  expect(data).toMatchObject({ name: 'Café Aurora' })
  expect(data.test_mode).toBeUndefined()
})

test('the next background call waits for the length of the last response', async () => {
  const [usual, huge] = [client(), client()]
  await usual.call('listPaymentLinks')
  host.links = Array.from({ length: 20 }, (_, at) => aLink({ id: `l${at}`, title: 'x'.repeat(100_000) }))
  await huge.callAs('listPaymentLinks', unparsedListSchema)
  expect(usual.waitMs).toBeLessThan(100)
  expect(huge.waitMs).toBeGreaterThan(1_000)
})

test('the query omits absent members, and the body is sent as JSON', async () => {
  await client().call('listPaymentLinks', {
    query: { limit: 2, status: 'ACTIVE', starting_after: undefined },
  })
  expect(host.requests[0]?.query.toString()).toBe('limit=2&status=ACTIVE')
  await client().call('createPaymentLink', { body: { title: 'Ünï', amount: 1 } })
  expect(host.requests[1]).toMatchObject({ method: 'POST', body: { title: 'Ünï', amount: 1 } })
})

test('a refusal contains the host’s code and request id, and reports that nothing was executed', async () => {
  const error = await failed(client({ apiKey: 'otherpay_sk_wrong' }).call('getAccount'))
  expect(error).toMatchObject({ status: 401, code: 'bad_key', requestId: 'r-1', effect: 'none' })
})

test.each([
  [
    'an error of the host itself',
    { status: 500, body: { error: { type: 'api_error', code: 'internal_error', message: '', details: {} } } },
    HostRefused,
    'unknown',
  ],
  ['a proxy’s page', { status: 502, body: '<html>' }, ContractMismatch, 'unknown'],
  ['a refusal in another shape', { status: 403, body: { oops: true } }, ContractMismatch, 'none'],
  ['a redirect', { status: 302 }, ContractMismatch, 'unknown'],
  [
    'an object that is not the contract’s',
    { status: 200, body: { object: 'account', id: 7 } },
    ContractMismatch,
    'unknown',
  ],
  ['a hang-up', 'hang up' as const, HostUnreachable, 'unknown'],
])(
  '%s becomes a typed error that states if the request may have been executed',
  async (_, fault, type, effect) => {
    host.fault = () => fault
    const error = await failed(client().call('getAccount'))
    expect(error).toBeInstanceOf(type)
    expect(error.effect).toBe(effect)
  },
)

test('a refused connection means that nothing was sent, and an internal address is refused before any connection', async () => {
  expect(await failed(client({ baseUrl: 'http://localhost:9' }).call('getAccount'))).toMatchObject({
    reason: 'connect',
    effect: 'none',
  })
  expect(await failed(client({ baseUrl: 'https://169.254.169.254' }).call('getAccount'))).toMatchObject({
    reason: 'address_refused',
    effect: 'none',
  })
})

test('an id that fits into no path is never sent', async () => {
  for (const id of ['', '.', '..', '\0'])
    await expect(client().call('getPayment', { id })).rejects.toThrow(RangeError)
  expect(host.requests).toEqual([])
})

test.each([
  ['20 a second if the host reports no limit', null, null, 50],
  ['20 a second, a fifth of what our own service allows', '200', '1', 50],
  ['a fifth of 100 in a minute', '100', '60', 3_000],
  ['a fifth of a limit that contains its own window', '10, 10;w=1;burst=1000', '1', 500],
  ['20 a second where the reset is an instant', '100', '1763640000', 50],
  ['20 a second where the limit is none', '0', '60', 50],
])('background calls are paced at %s', (_, limit, reset, intervalMs) => {
  expect(callIntervalMs(advertisedRate({ limit, reset }, null))).toBe(intervalMs)
})

test('the end of a window does not shorten it', () => {
  const start = advertisedRate({ limit: '100', reset: '60' }, null)
  expect(callIntervalMs(advertisedRate({ limit: '100', reset: '2' }, start))).toBe(3_000)
  expect(callIntervalMs(advertisedRate({ limit: null, reset: null }, start))).toBe(3_000)
})

test('a host whose pages are huge is read more slowly than one whose pages are usual', () => {
  expect(callIntervalMs(null, 400_000)).toBe(50)
  expect(callIntervalMs(null, 5 * 1_024 * 1_024)).toBe(9_000)
})
