import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Queryable } from '@/lib/platform/database'
import { createLink } from '@/lib/service/links/create-link'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { answerOnce } from './answer-once'

let testDatabase: TestDatabase
let database: Database
let shop: Shop

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  shop = await createShop({ database })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const cake = {
  title: 'Cake',
  description: null,
  amountMinor: 500,
  max_uses: 1,
  expires_at: null,
  metadata: {},
}

test('a request that ends before its response is stored leaves neither its link nor its key', async () => {
  const request = {
    route: 'POST /payment_links',
    path: '/payment_links',
    body: {},
    sentKey: 'order-1042',
    requestId: 'req_1',
  }
  const execute = async (tx: Queryable) => ({
    status: 201,
    body: JSON.stringify(await createLink(shop.ctx, cake, tx)),
  })
  const rows = async () => {
    const { rows: found } = await shop.ctx.db.query<{ links: number; keys: number }>({
      text: `SELECT (SELECT count(*)::int FROM service.payment_link) AS links,
        (SELECT count(*)::int FROM service.idempotency_key) AS keys`,
    })
    return found[0]
  }
  const crash = async (tx: Queryable) => {
    await execute(tx)
    throw new Error('crashed')
  }
  await expect(answerOnce(shop.ctx, request, crash)).rejects.toThrow('crashed')
  expect(await rows()).toEqual({ links: 0, keys: 0 })
  const first = await answerOnce(shop.ctx, request, execute)
  expect(first).toMatchObject({ status: 201, replayed: false })
  expect(await answerOnce(shop.ctx, request, crash)).toEqual({ ...first, replayed: true })
  expect(await rows()).toEqual({ links: 1, keys: 1 })
})
