import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { createTestDatabase, type TestDatabase } from '@/prisma/test-database'
import { makeHistory } from './history'
import { Random } from './random'
import { makeAccount, type Workshop } from './service'
import { openTestPool } from './shop'

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

test('a shop’s month has payments in every final state, all before now, and money that adds up', async () => {
  const until = new Date('2026-11-20T18:00:00Z')
  const workshop: Workshop = {
    database,
    log: pino({ level: 'silent' }),
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    now: () => new Date(until.getTime() - 40 * 86_400_000),
  }
  const account = await makeAccount(workshop)
  await makeHistory(workshop, account, { random: new Random(7), payments: 200, days: 30, until })
  const db = database.as('checkout_service', account.id)
  const read = async (text: string) => (await db.query<Record<string, unknown>>({ text })).rows
  const states = await read('SELECT status, count(*) FROM service.payment GROUP BY 1 ORDER BY 1')
  expect(states.map(({ status }) => status)).toEqual(['APPROVED', 'FAILED', 'TIMEOUT', 'VOIDED'])
  expect(await read(`SELECT 1 FROM service.payment WHERE created_at > '${until.toISOString()}'`)).toEqual([])
  expect(
    await read(`SELECT (SELECT sum(amount_minor - fee_minor)::bigint FROM service.payment WHERE status = 'APPROVED')
      - (SELECT sum(amount_minor)::bigint FROM service.ledger_entry WHERE ledger = 'available') AS gap`),
  ).toEqual([{ gap: 0 }])
  const links = await read('SELECT DISTINCT status FROM service.payment_link ORDER BY 1')
  expect(links.map(({ status }) => status)).toEqual(['ACTIVE', 'CANCELLED', 'COMPLETED'])
})
