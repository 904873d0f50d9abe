import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { queueRetries, requestManualAttempt } from '@/lib/service/webhooks/run-retries'
import { openTestPool } from '@/test/factories/create-shop'
import { createDeliveryFixture, type DeliveryFixture } from '@/test/factories/delivery-fixture'
import { tappedDatabase } from '@/test/factories/tapped-database'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { getDelivery } from './deliveries'
import { getRetryRun, latestRetryRun, planRetry, startRetryRun, stopRetryRun } from './retry-runs'

const START = new Date('2026-11-20T10:00:00.000Z')
const log = pino({ level: 'silent' })

let test: TestDatabase
let database: Database
let fixture: DeliveryFixture
let endpoint: string
let now: Date

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(async () => {
  now = START
  fixture = await createDeliveryFixture(database, () => now)
  endpoint = await fixture.endpoint('https://shop.example/hook')
})

const seconds = (count: number) => new Date(START.getTime() + count * 1_000)
const queue = (on: Database = database) => queueRetries({ database: on, now: () => now, log })

/** Creates failed deliveries of the last minutes, oldest first. */
const failures = (count: number) =>
  fixture.deliveries(Array.from({ length: count }, (_, row) => ({ endpoint, at: seconds(row - 600) })))

async function started(set = {}): Promise<string> {
  const run = await startRetryRun(fixture.panel, set)
  if (!run) throw new Error('the bulk retry did not start')
  return run.id
}

async function dueIds(): Promise<string[]> {
  const { rows } = await fixture.panel.db.query<{ id: string }>({
    text: 'SELECT id FROM service.delivery WHERE account_id = $1 AND manual_due_at IS NOT NULL ORDER BY id',
    values: [fixture.panel.accountId],
  })
  return rows.map(({ id }) => id)
}

async function answerAll(): Promise<void> {
  for (const id of await dueIds()) await fixture.answered(id, now)
}

it('a plan counts failures and retries by endpoint, without successes and inactive endpoints', async () => {
  const paused = await fixture.endpoint('https://paused.example/hook', 'PAUSED')
  await fixture.deliveries([
    { endpoint, at: seconds(1) },
    { endpoint, at: seconds(2), kind: 'payment.failed' },
    { endpoint, at: seconds(3), status: 'PENDING', attempts: 2 },
    { endpoint, at: seconds(4), status: 'PENDING', attempts: 0 },
    { endpoint, at: seconds(5), status: 'SUCCEEDED' },
    { endpoint, at: seconds(6), status: 'SKIPPED' },
    { endpoint: paused, at: seconds(7) },
  ])
  const plan = await planRetry(fixture.panel, {})
  expect(plan).toMatchObject({
    total: 3,
    inactive: 1,
    oldest: seconds(1).toISOString(),
    newest: seconds(3).toISOString(),
  })
  expect(plan.parts).toEqual([{ endpoint_id: endpoint, url: 'https://shop.example/hook', count: 3 }])
  expect((await planRetry(fixture.panel, { status: 'SUCCEEDED' })).total).toBe(1)
  expect((await planRetry(fixture.panel, { status: 'SKIPPED' })).total).toBe(1)
})

it('a run queues its speed once a second, oldest first, with any number of workers', async () => {
  const ids = await failures(25)
  const id = await started()
  await Promise.all([queue(), queue(), queue()])
  expect(await dueIds()).toEqual(ids.slice(0, 10))
  await answerAll()
  expect(await queue()).toBe(0)
  now = seconds(1)
  expect(await queue()).toBe(10)
  expect(await latestRetryRun(fixture.panel)).toMatchObject({ id, queued: 20, total: 25 })
  await answerAll()
  now = seconds(2)
  expect(await queue()).toBe(5)
  expect(await getRetryRun(fixture.panel, id)).toMatchObject({ status: 'RUNNING', queued: 25, waiting: 5 })
  await answerAll()
  now = seconds(3)
  expect(await queue()).toBe(0)
  expect(await getRetryRun(fixture.panel, id)).toMatchObject({
    status: 'DONE',
    queued: 25,
    delivered: 25,
    finished_at: now.toISOString(),
  })
})

it('a run queues no more than a slow endpoint accepts, and can be stopped until the end', async () => {
  const [first = '', ...rest] = await failures(15)
  const id = await started()
  await queue()
  now = seconds(1)
  expect(await queue()).toBe(0)
  await fixture.answered(first, now)
  now = seconds(2)
  expect(await queue()).toBe(1)
  expect(await dueIds()).toEqual(rest.slice(0, 10))
  for (let second = 3; second < 8; second += 1) {
    const [next = ''] = await dueIds()
    await fixture.answered(next, now)
    now = seconds(second)
    await queue()
  }
  expect(await getRetryRun(fixture.panel, id)).toMatchObject({ status: 'RUNNING', queued: 15, waiting: 9 })
  expect(await stopRetryRun(fixture.panel, id)).toBe(true)
  expect(await dueIds()).toEqual([])
})

it('a run shows the numbers of delivered, failed and waiting deliveries', async () => {
  const [first = '', second = ''] = await failures(3)
  const id = await started()
  await queue()
  await fixture.answered(first, now)
  await fixture.answered(second, now, 'timeout')
  expect(await getRetryRun(fixture.panel, id)).toMatchObject({ delivered: 1, failed: 1, waiting: 1 })
})

it('deliveries of later events are not part of a run', async () => {
  await failures(2)
  await started()
  now = seconds(5)
  await fixture.deliveries([{ endpoint, at: seconds(1) }])
  expect(await queue()).toBe(2)
})

it('a run that lost its worker within a batch continues with the same delivery', async () => {
  const ids = await failures(15)
  const id = await started()
  await queue()
  await answerAll()
  now = seconds(1)
  const dying = tappedDatabase(database, (point) => {
    if (point === 'before record-retry-batch') throw new Error('killed')
  })
  expect(await queue(dying)).toBe(0)
  expect(await dueIds()).toEqual([])
  expect(await queue()).toBe(5)
  expect(await dueIds()).toEqual(ids.slice(10))
  expect(await getRetryRun(fixture.panel, id)).toMatchObject({ queued: 15 })
})

it('a run continues after retention has deleted its last delivery', async () => {
  const ids = await failures(14)
  await started()
  await queue()
  await answerAll()
  await database.as('checkout_system').query({
    text: 'DELETE FROM service.delivery WHERE account_id = $1 AND id = $2',
    values: [fixture.panel.accountId, ids[9]],
  })
  now = seconds(1)
  expect(await queue()).toBe(4)
})

it('a stopped run withdraws unsent deliveries, and queues no more', async () => {
  const [first = ''] = await failures(25)
  const id = await started()
  await queue()
  await fixture.answered(first, now)
  expect(await stopRetryRun(fixture.panel, id)).toBe(true)
  expect(await stopRetryRun(fixture.panel, id)).toBe(false)
  now = seconds(5)
  expect(await queue()).toBe(0)
  expect(await dueIds()).toEqual([])
  expect(await getRetryRun(fixture.panel, id)).toMatchObject({
    status: 'STOPPED',
    queued: 1,
    delivered: 1,
    waiting: 0,
  })
  expect((await getDelivery(fixture.panel, first))?.delivery.retry_run_id).toBe(id)
})

it('a stopped run does not withdraw an attempt that a person requested before', async () => {
  const [first = '', second = ''] = await failures(2)
  const { db, accountId } = fixture.panel
  await requestManualAttempt(db, accountId, [first], now)
  const id = await started()
  await queue()
  now = seconds(1)
  await queue()
  expect(await dueIds()).toEqual([first, second])
  await stopRetryRun(fixture.panel, id)
  expect(await dueIds()).toEqual([first])
})

it('an account has one run at a time, and none for an empty plan', async () => {
  expect(await startRetryRun(fixture.panel, {})).toBeNull()
  const [failed = ''] = await failures(1)
  const id = await started()
  expect(await startRetryRun(fixture.panel, {})).toBeNull()
  await queue()
  await fixture.answered(failed, now, 'timeout')
  now = seconds(1)
  await queue()
  expect(await latestRetryRun(fixture.panel)).toMatchObject({ id, status: 'DONE' })
  now = seconds(60)
  const again = await started()
  expect(await latestRetryRun(fixture.panel)).toMatchObject({ id: again, status: 'RUNNING' })
  await stopRetryRun(fixture.panel, again)
  now = seconds(25 * 3_600)
  expect(await latestRetryRun(fixture.panel)).toBeNull()
})

it('another account neither sees nor stops a run', async () => {
  await failures(1)
  const id = await started()
  const other = await createDeliveryFixture(database, () => now)
  expect(await getRetryRun(other.panel, id)).toBeNull()
  expect(await latestRetryRun(other.panel)).toBeNull()
  expect(await stopRetryRun(other.panel, id)).toBe(false)
})
