import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseAway } from '@/lib/platform/database-away'
import { newApiKey } from '@/lib/service/accounts/api-key-row'
import { UNKNOWN_KEYS } from '@/lib/service/rate-limits/limit-keys'
import { type CallOptions, type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { tappedDatabase } from '@/test/factories/tapped-database'

const BURST = 12

describe('the API’s gate', () => {
  let api: RunningApi
  let shop: Merchant
  let lookUps = 0
  /** Error that the next statement of an endpoint throws. */
  let failure: Error | null = null

  const tap = (point: string) => {
    if (point === 'before find-api-key') lookUps += 1
    else if (failure && point === 'before list-payment_link-one') throw failure
  }

  beforeAll(async () => {
    api = await startApi({
      // The refill is so slow that a test's duration refills nothing.
      rateLimit: { rate: 0.001, burst: BURST },
      wrapDatabase: (database) => tappedDatabase(database, tap),
    })
  })
  afterAll(() => api.stop())

  const limitHeaders = (headers: Headers) =>
    ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => headers.get(name))
  const untouched = [String(BURST), String(BURST), '0']

  it('a request with no key, a wrong key or two keys gets the limit of a key', async () => {
    for (const key of [undefined, 'checkout_sk_wrong']) {
      const answer = await api.request('GET', '/api/v1/me', key === undefined ? {} : { key })
      expect(answer.status).toBe(401)
      expect(limitHeaders(answer.headers)).toEqual(untouched)
    }
    const stray = await api.request('GET', '/api/v1/nowhere')
    expect([stray.status, ...limitHeaders(stray.headers)]).toEqual([404, ...untouched])
    const wrong = await api.request('DELETE', '/api/v1/me', { key: 'checkout_sk_wrong' })
    expect([wrong.status, ...limitHeaders(wrong.headers)]).toEqual([405, ...untouched])
  })

  it('a request without a route counts against its key, and is refused with the others', async () => {
    shop = await api.merchant()
    const first = await shop.call('GET', '/nowhere')
    expect([first.status, first.headers.get('RateLimit-Remaining')]).toEqual([404, String(BURST - 1)])
    const second = await shop.call('DELETE', '/me', { body: '{', headers: { 'Content-Type': 'no type' } })
    expect([second.status, second.headers.get('RateLimit-Remaining')]).toEqual([405, String(BURST - 2)])
    for (let left = BURST - 3; left >= 0; left -= 1) await shop.call('GET', '/me')
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['DELETE', '/me'],
      ['GET', '/me'],
    ] as const) {
      const { status, headers, body } = await shop.call(method, path)
      expect([status, body.error.code, headers.get('RateLimit-Remaining')]).toEqual([
        429,
        'rate_limited',
        '0',
      ])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  })

  it('an unknown path refers to the documentation; an unknown object does not', async () => {
    const other = await api.merchant()
    const stray = await other.call('GET', '/paymentlinks')
    expect(stray.body.error).toMatchObject({
      type: 'not_found_error',
      code: 'resource_not_found',
      message: `There is nothing at this path. The API and its paths are described at ${api.urls.web}/docs.`,
    })
    const missing = await other.call('GET', '/payment_links/pl_nobodys')
    expect(missing.body.error.message).not.toContain('/docs')
  })

  it('the rate limit headers are part of every kind of error', async () => {
    const merchant = await api.merchant()
    let left = BURST
    const expectCounted = async (method: string, path: string, status: number, options: CallOptions = {}) => {
      const answer = await merchant.call(method, path, options)
      left -= 1
      const [limit, remaining, reset] = limitHeaders(answer.headers)
      expect([path, answer.status, limit, remaining]).toEqual([path, status, String(BURST), String(left)])
      expect(Number(reset)).toBeGreaterThan(0)
    }
    await expectCounted('GET', '/payment_links/nobodys', 404)
    await expectCounted('GET', '/payment_links/%ff', 400)
    await expectCounted('GET', '/payment_links?limit=0', 400)
    await expectCounted('POST', '/payment_links', 400, { body: '{' })
    await expectCounted('POST', '/payment_links', 400, { body: 'x'.repeat(300_000) })
    await expectCounted('POST', '/payment_links', 400, {
      body: '{}',
      headers: { 'Content-Type': 'text/plain' },
    })
    await expectCounted('POST', '/customers/nobodys/charges', 404, { body: { amount: 1 } })
    failure = new DatabaseAway('gone')
    await expectCounted('GET', '/payment_links/pl_1', 503)
    failure = new Error('of ours')
    await expectCounted('GET', '/payment_links/pl_1', 500)
    failure = null
    await api.database.as('checkout_system').query({
      text: `UPDATE service.account SET charges_switch = false WHERE id = $1`,
      values: [merchant.account.id],
    })
    api.passMs(1_000)
    await expectCounted('GET', '/me', 403)
    // These are the last two requests.
    await merchant.call('GET', '/me')
    await merchant.call('GET', '/me')
    const refused = await merchant.call('GET', '/payment_links/%ff')
    expect([refused.status, ...limitHeaders(refused.headers).slice(0, 2)]).toEqual([429, String(BURST), '0'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('unknown keys are limited per address, and known keys are always accepted', async () => {
    const merchant = await api.merchant()
    const ask = (key: string, address: string) =>
      api.request('GET', '/api/v1/me', { key, headers: { 'X-Forwarded-For': address } })
    const strangers = async (count: number, address: string) => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask(newApiKey(), address)))
      return {
        unknown: answers.filter(({ status }) => status === 401).length,
        refused: answers.find(({ status }) => status === 429),
      }
    }
    const NAT = '203.0.113.7'
    lookUps = 0
    expect((await ask(merchant.key, NAT)).status).toBe(200)
    // An existing key was not counted.
    const { unknown, refused } = await strangers(UNKNOWN_KEYS.burst + 5, NAT)
    expect([unknown, lookUps]).toEqual([UNKNOWN_KEYS.burst, UNKNOWN_KEYS.burst + 1 + 5])
    expect(refused?.body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limited' })
    expect(refused?.headers.get('Retry-After')).toBe('1')
    expect(limitHeaders(refused?.headers ?? new Headers())).toEqual(untouched)
    expect((await strangers(1, '203.0.113.8')).unknown).toBe(1)

    // Every cached result is too old now, and the address has two look-ups again.
    api.passMs(2_000)
    lookUps = 0
    const wrong = newApiKey()
    for (let i = 0; i < 3; i += 1) expect((await ask(wrong, NAT)).status).toBe(401)
    expect(lookUps).toBe(1)
    expect((await strangers(5, NAT)).unknown).toBe(1)
    // Other clients have used up the address, and a key that the process has not seen is still accepted.
    const other = await api.merchant()
    const [answers, entered] = await Promise.all([strangers(50, NAT), ask(other.key, NAT)])
    expect([answers.unknown, entered.status]).toEqual([0, 200])
    expect((await ask(merchant.key, NAT)).status).toBe(200)
  })
})
