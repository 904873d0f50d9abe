import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { type BlackholeProxy, startBlackholeProxy } from '@/test/fixtures/blackhole-proxy'

/** Intervals of the test; the process's own are as many seconds. */
const PULSE = { everyMs: 40, patienceMs: 250 }

let api: RunningApi
let shop: Merchant
let proxy: BlackholeProxy
let database: Database

beforeAll(async () => {
  api = await startApi({
    async wrapDatabase(_, url) {
      proxy = await startBlackholeProxy(url)
      database = new Database({ url: proxy.url, max: 4 })
      database.watchServer(PULSE)
      return database
    },
  })
  shop = await api.merchant()
})
afterAll(async () => {
  await database.close()
  await proxy.stop()
  await api.stop()
})

const link = { title: 'Tea', amount: 2 }

it('requests are refused once more wait for a connection than can be served in time', async () => {
  const handle = database.as('checkout_system')
  const held = Array.from({ length: 4 }, () => handle.query({ text: 'SELECT pg_sleep(0.5)' }))
  const queries = Array.from({ length: 140 }, () =>
    handle.query({ text: 'SELECT 1' }).catch((error) => error),
  )
  const turnedAway = (await Promise.all(queries)).filter((answer) => answer instanceof Error)
  expect(turnedAway).toHaveLength(20)
  await Promise.all(held)
})

it('the API returns 503 with Retry-After while the database host is gone, and recovers by itself', async () => {
  expect((await shop.call('POST', '/payment_links', { body: link })).status).toBe(201)
  proxy.blackhole()
  const answers = await Promise.all([
    shop.call('GET', '/payment_links'),
    shop.call('POST', '/payment_links', { body: link }),
    ...Array.from({ length: 8 }, () => shop.call('GET', '/balance')),
  ])
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    answers.map(() => [503, '2']),
  )
  expect(answers[0]?.body.error).toMatchObject({ type: 'api_error', code: 'service_unavailable' })
  proxy.restore()
  await expect.poll(async () => (await shop.call('GET', '/payment_links')).status).toBe(200)
})
