import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

const BURST = 12

describe('the API’s gate', () => {
  let api: RunningApi
  let shop: Merchant

  beforeAll(async () => {
    // So slow that a test's own time refills nothing.
    api = await startApi({ rateLimit: { rate: 0.001, burst: BURST } })
  })
  afterAll(() => api.stop())

  const told = (headers: Headers) =>
    ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => headers.get(name))
  const untouched = [String(BURST), String(BURST), '0']

  it('tells the limit of a key to who brings none, a wrong one, or two', async () => {
    for (const key of [undefined, 'checkout_sk_wrong']) {
      const answer = await api.request('GET', '/api/v1/me', key === undefined ? {} : { key })
      expect(answer.status).toBe(401)
      expect(told(answer.headers)).toEqual(untouched)
    }
    const stray = await api.request('GET', '/api/v1/nowhere')
    expect([stray.status, ...told(stray.headers)]).toEqual([404, ...untouched])
    const wrong = await api.request('DELETE', '/api/v1/me', { key: 'checkout_sk_wrong' })
    expect([wrong.status, ...told(wrong.headers)]).toEqual([405, ...untouched])
  })

  it('counts what no route takes against its key, whatever it carries, and stops it with the rest', async () => {
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

  it('a path that is none leads to the documentation; an object that is none does not', async () => {
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
})
