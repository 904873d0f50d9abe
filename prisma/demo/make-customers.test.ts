import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, customerSchema } from '@/lib/contract/customer'
import { isExpired, parseExpiry } from '@/lib/domain/card'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { openTestPool } from '@/test/factories/create-shop'
import { readSavedCard } from '@/test/factories/read-saved-card'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { makeCustomerCharges } from './customer-charges'
import { makeCustomers } from './make-customers'
import { Random } from './random'
import { makeAccount, type SeedContext } from './seed-context'

const until = new Date('2026-11-20T18:00:00Z')
const keyring = new Keyring(`k1:${Buffer.alloc(32, 3).toString('base64')}`)

let testDatabase: TestDatabase
let database: Database
let seedContext: SeedContext
let account: AccountRow
let customers: Customer[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  const urls = { web: 'http://localhost:3000', api: 'http://localhost:3001' }
  seedContext = { database, log: pino({ level: 'silent' }), urls, now: () => until }
  account = await makeAccount({ ...seedContext, now: () => new Date('2026-01-01T00:00:00Z') })
  customers = await makeCustomers(seedContext, account, { random: new Random(7), keyring })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const read = async (text: string) =>
  (await database.as('checkout_service', account.id).query<Record<string, unknown>>({ text })).rows

test('a shop has 150 customers of every kind, oldest first and all before now', () => {
  expect(customers).toHaveLength(150)
  for (const it of customers) expect(customerSchema.parse(it)).toEqual(it)
  const created = customers.map((it) => it.created_at)
  expect(created).toEqual(created.toSorted())
  expect(created.every((it) => it < until.toISOString())).toBe(true)
  expect(new Set(customers.map((it) => it.source))).toEqual(new Set(['MERCHANT', 'SELF']))
  expect(new Set(customers.map((it) => it.status))).toEqual(new Set(['ACTIVE', 'ARCHIVED']))
  expect(customers.some((it) => it.email === null)).toBe(true)
})

test('a hundred customers have a card that can be decrypted, and some cards have expired', async () => {
  const cards = customers.flatMap((it) => (it.card ? [it.card] : []))
  expect(cards).toHaveLength(100)
  const expired = cards.filter(({ expiry }) => {
    const read = parseExpiry(expiry ?? '')
    return read && isExpired(read, until)
  })
  expect(expired.length).toBeGreaterThan(4)
  expect(expired.length).toBeLessThan(30)
  const owner = customers.find((it) => it.card)
  const place = { accountId: account.id, customerId: owner?.id ?? '' }
  const opened = await readSavedCard(database.as('checkout_service', account.id), keyring, place)
  expect(opened).toMatchObject({ last4: owner?.card?.last4, token: expect.stringMatching(/^tok_/) })
})

test('events report only the customers’ own actions', async () => {
  const events = await read('SELECT kind, count(*) FROM service.event GROUP BY 1 ORDER BY 1')
  const self = customers.filter((it) => it.source === 'SELF').length
  expect(events).toEqual([
    { kind: 'customer.card_saved', count: 100 },
    { kind: 'customer.created', count: self },
  ])
})

test('charges of customers end, by card and by link, and the books are consistent', async () => {
  const byHand = await makeCustomerCharges(seedContext, account, {
    random: new Random(8),
    keyring,
    customers,
    count: 40,
    byLink: 12,
    days: 30,
  })
  const outcomes = byHand.map(
    ({ planned, answer }) => `${answer?.status}${planned.bySavedCard ? '' : ' by link'}`,
  )
  expect(new Set(outcomes)).toEqual(new Set(['201', '201 by link', '402']))
  const states = await read('SELECT DISTINCT status FROM service.payment ORDER BY 1')
  expect(states).toEqual([{ status: 'APPROVED' }, { status: 'FAILED' }])
  const [charged] = await read('SELECT count(*) FROM service.payment WHERE customer_id IS NOT NULL')
  expect(charged?.count).toBeGreaterThan(15)
  const [links] = await read('SELECT count(*) FROM service.payment_link WHERE customer_id IS NOT NULL')
  expect(links?.count).toBeGreaterThan(5)
  expect(
    await read(`SELECT (SELECT sum(amount_minor - fee_minor)::bigint FROM service.payment WHERE status = 'APPROVED')
      - (SELECT sum(amount_minor)::bigint FROM service.ledger_entry WHERE ledger = 'available') AS gap`),
  ).toEqual([{ gap: 0 }])
})
