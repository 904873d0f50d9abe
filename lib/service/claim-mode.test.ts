import { afterEach, beforeEach, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { claimMode, requireMode } from '@/lib/service/claim-mode'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

const TEST = { TEST_MODE: true, PROCESSOR: 'test_bank' } as const
const TEST_STRIPE = { TEST_MODE: true, PROCESSOR: 'stripe' } as const
const LIVE = { TEST_MODE: false, PROCESSOR: 'stripe' } as const

let test: TestDatabase
let database: Database

beforeEach(async () => {
  test = await createTestDatabase()
  database = new Database({ url: test.url, max: 4 })
})
afterEach(async () => {
  await database.close()
  await test.drop()
})

const system = () => database.as('checkout_system')

it('a database of test mode is refused in live mode, and the reverse, whatever it contains', async () => {
  await claimMode(system(), TEST_STRIPE)
  await claimMode(system(), TEST_STRIPE)
  await expect(claimMode(system(), LIVE)).rejects.toThrow(
    /^This database was first used in test mode, and TEST_MODE=0 is live mode\. .*new, empty one, or set TEST_MODE=1\.$/,
  )
  await system().query({ text: 'UPDATE health.deployment SET processor = $1', values: ['test_bank'] })
  await expect(claimMode(system(), LIVE)).rejects.toThrow('TEST_MODE=1')
})

it('processes that start at once in two modes do not both start', async () => {
  const starts = await Promise.allSettled([LIVE, TEST_STRIPE].map((mode) => claimMode(system(), mode)))
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('another processor is refused once there are payments, and accepted before', async () => {
  await claimMode(system(), TEST_STRIPE)
  await claimMode(system(), TEST)
  const harness = await openSettlementHarness({ database, start: new Date('2026-11-10T17:00:00.000Z') })
  await claimMode(system(), TEST_STRIPE)
  await claimMode(system(), TEST)
  await harness.collect(1_000)
  await claimMode(system(), TEST)
  await expect(claimMode(system(), TEST_STRIPE)).rejects.toThrow(
    /^This database has payments or saved cards of PROCESSOR=test_bank, and PROCESSOR is stripe\. /,
  )
})

it('a database without a start has no mode, and a check gives it none', async () => {
  await requireMode(system(), LIVE)
  await requireMode(system(), TEST)
  await claimMode(system(), TEST)
  await expect(requireMode(system(), LIVE)).rejects.toThrow('first used in test mode')
})
