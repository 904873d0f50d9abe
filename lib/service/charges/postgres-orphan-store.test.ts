import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { postgresOrphanStore } from './postgres-orphan-store'

const LOST_AFTER_AUTHORIZE = '4000000000000119'

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

async function unresolved(): Promise<string> {
  const link = await shop.newLink()
  const paid = await shop.pay(link.id, LOST_AFTER_AUTHORIZE)
  if (paid.kind !== 'attempted') throw new Error('the payer was refused')
  return paid.attempt.paymentId
}

const waitsSince = (paymentId: string, seconds: number) =>
  shop.ctx.db.query({
    text: `UPDATE service.payment SET lease_until = clock_timestamp() - $2 * interval '1 second' WHERE id = $1`,
    values: [paymentId, seconds],
  })

test('the longest waiting payment is taken first, so that old payments that cannot be closed do not starve younger ones', async () => {
  const [old, young] = [await unresolved(), await unresolved()]
  await waitsSince(old, 1)
  await waitsSince(young, 5)
  const orphans = postgresOrphanStore({ db: database.as('checkout_system'), leaseMs: 30_000 })
  const [first] = await orphans.claimOrphans('one', 1, new Date())
  expect(first?.paymentId).toBe(young)
  const [second] = await orphans.claimOrphans('two', 1, new Date())
  expect(second?.paymentId).toBe(old)
})
