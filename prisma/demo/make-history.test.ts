import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { openTestPool } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { makeHistory } from './make-history'
import { Random } from './random'
import { makeAccount, type SeedContext } from './seed-context'

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

const until = new Date('2026-11-20T18:00:00Z')

async function shopWithHistory(payments: number) {
  const seedContext: SeedContext = {
    database,
    log: pino({ level: 'silent' }),
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    now: () => new Date(until.getTime() - 40 * 86_400_000),
  }
  const account = await makeAccount(seedContext)
  await makeHistory(seedContext, account, { random: new Random(7), payments, days: 30, until, inFlight: 1 })
  const db = database.as('checkout_service', account.id)
  return async (text: string) => (await db.query<Record<string, unknown>>({ text })).rows
}

test('a shop’s month has payments in every state, all before now, and money that adds up', async () => {
  const read = await shopWithHistory(80)
  const states = await read('SELECT status, count(*) FROM service.payment GROUP BY 1 ORDER BY 1')
  expect(states.map(({ status }) => status)).toEqual(['APPROVED', 'FAILED', 'PENDING', 'TIMEOUT', 'VOIDED'])
  expect(states.find(({ status }) => status === 'PENDING')).toMatchObject({ count: 1 })
  expect(
    await read(`SELECT 1 FROM service.payment WHERE created_at > '${until.toISOString()}'
      OR finished_at NOT BETWEEN created_at AND '${until.toISOString()}'`),
  ).toEqual([])
  expect(
    await read(`SELECT (SELECT sum(amount_minor - fee_minor)::bigint FROM service.payment WHERE status = 'APPROVED')
      - (SELECT sum(amount_minor)::bigint FROM service.ledger_entry WHERE ledger = 'available') AS gap`),
  ).toEqual([{ gap: 0 }])
  const links = await read('SELECT DISTINCT status FROM service.payment_link ORDER BY 1')
  expect(links.map(({ status }) => status)).toEqual(['ACTIVE', 'CANCELLED', 'COMPLETED'])
  const opens = await read('SELECT count(*) FROM service.payment_link WHERE open_count < paid_count')
  expect(opens).toEqual([{ count: 0 }])
  // The last payer had the page open before the payment, and the link was created before that.
  const clientInvoices =
    await read(`SELECT created_at <= last_opened_at AND last_opened_at < closed_at AS is_ordered
    FROM service.payment_link WHERE status = 'COMPLETED' AND max_uses = 1`)
  expect(clientInvoices.length).toBeGreaterThan(0)
  expect(new Set(clientInvoices.map(({ is_ordered }) => is_ordered))).toEqual(new Set([true]))
}, 60_000)

test('the same seed creates the same payments and links, although many are created concurrently', async () => {
  const made = async () => {
    const read = await shopWithHistory(40)
    return {
      payments:
        await read(`SELECT p.created_at, p.finished_at, p.approved_at, p.amount_minor, p.status, p.decline_code, p.payer_name,
          p.card_last4, l.title FROM service.payment p JOIN service.payment_link l ON l.account_id = p.account_id AND l.id = p.link_id
        ORDER BY p.created_at, p.amount_minor, p.payer_name`),
      links:
        await read(`SELECT title, amount_minor, status, max_uses, paid_count, open_count, created_at, closed_at, expires_at
        FROM service.payment_link ORDER BY created_at, title`),
    }
  }
  const first = await made()
  expect(first.payments).toHaveLength(40)
  expect(await made()).toEqual(first)
}, 60_000)
