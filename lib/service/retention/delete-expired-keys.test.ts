import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { deleteExpiredKeys } from '@/lib/service/retention/delete-expired'
import { createShop, openTestPool } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test('a key that moved money is never deleted; one that created a link is deleted after 90 days', async () => {
  const start = new Date('2026-01-01T00:00:00Z')
  const shop = await createShop({ database, now: () => start })
  const link = await shop.newLink()
  await shop.pay(link.id)
  await shop.ctx.db.query({
    text: `INSERT INTO service.idempotency_key (account_id, route, key_hash, fingerprint, state, answer_status, answer_body, created_at, done_at)
      VALUES ($1, 'POST /customers/{id}/charges', 'k', 'f', 'DONE', 201, '{}', $2, $2)`,
    values: [shop.ctx.accountId, start],
  })
  const system = database.as('checkout_system')
  expect(await deleteExpiredKeys(system, new Date('2026-04-01T00:00:00Z'))).toBe(0)
  expect(await deleteExpiredKeys(system, new Date('2026-04-02T00:00:00Z'))).toBe(1)
  const left = await shop.ctx.db.query({ text: 'SELECT 1 FROM service.idempotency_key' })
  expect(left.count).toBe(1)
  const forced = await system.query({ text: 'DELETE FROM service.idempotency_key' })
  expect(forced.count).toBe(0)
})
