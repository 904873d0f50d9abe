import { afterEach, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { workerProcesses } from '@/test/fixtures/worker-process'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

const DAY_MS = 86_400_000

let test: TestDatabase
let database: Database

afterEach(async () => {
  await database.close()
  await test.drop()
})

const startWorker = workerProcesses()

it('starting workers settle closed periods after a downtime and send the transfers, once even if there are two', {
  timeout: 60_000,
}, async () => {
  test = await createTestDatabase()
  database = new Database({ url: test.url, max: 3 })
  await transferDelay(database, 0)
  const harness = await openSettlementHarness({ database, start: new Date(Date.now() - 5 * DAY_MS) })
  for (let day = 0; day < 3; day += 1) {
    await harness.collect(10_000 + day)
    harness.passHours(24)
  }
  const pending = new Promise<void>((resolve) => {
    const look = setInterval(async () => {
      const settlements = await harness.settlements()
      if (settlements.length < 3 || settlements.some(({ status }) => status !== 'PAID')) return
      clearInterval(look)
      resolve()
    }, 200)
  })
  await Promise.all([startWorker(test.url).said(/ready/), startWorker(test.url).said(/ready/)])
  await pending
  expect((await harness.settlements()).map(({ payment_count }) => payment_count)).toEqual([1, 1, 1])
  expect((await harness.events()).toSorted()).toEqual([
    ...Array(3).fill('settlement.created'),
    ...Array(3).fill('settlement.paid'),
  ])
  await harness.balance()
  expect(await checkCoherence({ database })).toEqual([])
})
