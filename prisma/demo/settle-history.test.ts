import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { getBalance } from '@/lib/service/balance/get-balance'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { listSettlements } from '@/lib/service/settlements/list-settlements'
import { settleDue } from '@/lib/service/settlements/settle-due'
import { openTestPool } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { makeHistory } from './make-history'
import { Random } from './random'
import { contextFor, makeAccount, type SeedContext } from './seed-context'
import { holdSettlements, settleHistory } from './settle-history'

const DAY_MS = 86_400_000

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

test('a shop’s past is settled and paid day by day, except its last closed day', async () => {
  const until = new Date('2026-11-20T18:00:00Z')
  const from = new Date(until.getTime() - 10 * DAY_MS)
  const seedContext: SeedContext = {
    database,
    log: pino({ level: 'silent' }),
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    now: () => from,
  }
  const account = await makeAccount(seedContext, { timezone: 'America/New_York' })
  const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
  await holdSettlements(seedContext, account, async (tx) => {
    await makeHistory(seedContext, account, { random: new Random(7), payments: 60, days: 9, until })
    await settleHistory(seedContext, account, tx, {
      keyring,
      from,
      until: new Date(until.getTime() - DAY_MS),
    })
  })

  const ctx = contextFor({ ...seedContext, now: () => until }, account)
  const { data } = await listSettlements(ctx, { limit: 100 })
  expect(data.length).toBeGreaterThanOrEqual(7)
  for (const { status, created_at, period_end, paid_at, bank_account } of data) {
    expect(status).toBe('PAID')
    expect(Date.parse(created_at) - Date.parse(period_end)).toBe(60_000)
    expect(Date.parse(paid_at ?? '') - Date.parse(created_at)).toBe(6 * 3_600_000)
    expect(bank_account).toEqual({ bank_name: 'Test Bank', account_last4: '6789' })
  }
  expect(data[0]?.period_end).toBe('2026-11-19T05:00:00.000Z')
  const balance = await getBalance(ctx, account)
  expect(balance.available.payment_count).toBeGreaterThan(0)
  expect(balance).toMatchObject({ in_transit: 0 })
  expect(await checkCoherence({ database })).toEqual([])
})

test('a worker that settles at the same time skips the account, and settles only the rest later', async () => {
  const until = new Date('2026-11-20T18:00:00Z')
  const from = new Date(until.getTime() - 5 * DAY_MS)
  const urls = { web: 'http://localhost:3000', api: 'http://localhost:3001' }
  const seedContext: SeedContext = { database, log: pino({ level: 'silent' }), urls, now: () => from }
  const account = await makeAccount(seedContext, { timezone: 'America/New_York' })
  const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
  const rivals: Awaited<ReturnType<typeof settleDue>>[] = []
  await holdSettlements(seedContext, account, async (tx) => {
    await makeHistory(seedContext, account, { random: new Random(7), payments: 30, days: 4, until })
    rivals.push(await settleDue({ database, keyring, testMode: true }, { until, now: until }, account.id))
    await settleHistory(seedContext, account, tx, {
      keyring,
      from,
      until: new Date(until.getTime() - DAY_MS),
    })
  })
  expect(rivals).toEqual([{ settlements: [], failed: [] }])
  const ended = await settleDue({ database, keyring, testMode: true }, { until, now: until }, account.id)
  expect(ended.failed).toEqual([])
  expect(ended.settlements.map(({ period_end }) => period_end)).toEqual([new Date('2026-11-20T05:00:00Z')])
  const { data } = await listSettlements(contextFor(seedContext, account), { limit: 100 })
  expect(data.filter(({ status }) => status === 'PAID').length).toBeGreaterThan(1)
})
