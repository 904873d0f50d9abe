import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Handle } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { listDisputes } from '@/lib/service/disputes/dispute-list'
import { recordDispute } from '@/lib/service/disputes/record-dispute'
import { storeDisputeFile } from '@/lib/service/disputes/store-file'
import { submitEvidence } from '@/lib/service/disputes/submit-evidence'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type DeleteExpiredOptions, deleteExpired } from './delete-expired'

const START = new Date('2026-01-01T00:00:00.000Z')
const retention = { eventDays: 90, requestDays: 30 }
const rules = { keyring: new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`), testMode: true }
const TABLES = ['event', 'delivery', 'delivery_attempt', 'delivery_retry_run', 'api_request'] as const

let testDatabase: TestDatabase
let database: Database
let system: Handle
let shops: Shop[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  system = database.as('checkout_system')
  shops = [await createShop({ database, now: () => START }), await createShop({ database, now: () => START })]
  for (const { ctx } of shops) {
    await createEndpoint(ctx, { url: 'https://one.example/' }, rules)
    await createEndpoint(ctx, { url: 'https://two.example/' }, rules)
  }
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})
beforeEach(async () => {
  for (const table of TABLES.toReversed())
    if (table !== 'delivery' && table !== 'event')
      await system.query({ text: `DELETE FROM service.${table}` })
  await system.query({ text: 'DELETE FROM service.delivery' })
  await system.query({ text: 'DELETE FROM service.event' })
})

const after = (days: number) => new Date(START.getTime() + days * 86_400_000)
const run = (days: number, more: Partial<DeleteExpiredOptions> = {}, db = system) =>
  deleteExpired(db, { retention, now: after(days), ...more })

async function counts() {
  const { rows } = await system.query<Record<(typeof TABLES)[number], number>>({
    text: `SELECT ${TABLES.map((table) => `(SELECT count(*) FROM service.${table}) AS ${table}`).join(', ')}`,
  })
  return rows[0]
}

/** Creates events of every shop, each with a delivery to both endpoints and two attempts per delivery. */
async function finishedEvents(perShop: number, now = START) {
  for (const { ctx } of shops) {
    const { accountId } = ctx
    await system.query({
      text: `WITH made AS (
          INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
          SELECT $1, 'evt_' || $3 || n, 'payment.failed', 'pay_' || n, '{}', $2 FROM generate_series(1, $4) n RETURNING *
        ), sent AS (
          INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, status, attempts, next_attempt_at, created_at, finished_at)
          SELECT $1, 'whd_' || m.id || e.id, m.id, e.id, m.kind, m.object_id, 'SUCCEEDED', 2, $2, $2, $2
          FROM made m JOIN service.webhook_endpoint e USING (account_id) RETURNING account_id, id
        )
        INSERT INTO service.delivery_attempt (account_id, delivery_id, number, attempted_at, duration_ms)
        SELECT account_id, id, n, $2, 5 FROM sent CROSS JOIN generate_series(1, 2) n`,
      values: [accountId, now, now.toISOString(), perShop],
    })
  }
}

const NOTHING = {
  deliveries: 0,
  attempts: 0,
  events: 0,
  retryRuns: 0,
  requests: 0,
  disputeFiles: 0,
  complete: true,
}

test('events, deliveries, attempts and retry runs are deleted after 90 days, the request log after 30', async () => {
  await finishedEvents(2)
  const accountId = shops[0]?.ctx.accountId
  await system.query({
    text: `INSERT INTO service.delivery_retry_run (account_id, id, status, filter, per_second, total, actor, created_at, next_batch_at)
      VALUES ($1, 'run_done', 'DONE', '{}', 1, 0, 'x', $2, NULL), ($1, 'run_on', 'RUNNING', '{}', 1, 0, 'x', $2, $2)`,
    values: [accountId, START],
  })
  await system.query({
    text: `INSERT INTO service.api_request (account_id, id, key_id, method, route, path, status, duration_ms, created_at)
      VALUES ($1, 'req_1', 'key', 'GET', '/me', '/me', 200, 1, $2)`,
    values: [accountId, START],
  })
  expect(await run(30)).toEqual(NOTHING)
  expect(await run(31)).toEqual({ ...NOTHING, requests: 1 })
  await finishedEvents(1, after(31))
  expect(await run(90)).toEqual(NOTHING)
  expect(await run(91)).toEqual({ ...NOTHING, deliveries: 8, attempts: 16, events: 4, retryRuns: 1 })
  expect(await counts()).toEqual({
    event: 2,
    delivery: 4,
    delivery_attempt: 8,
    delivery_retry_run: 1,
    api_request: 0,
  })
})

/** Opens a dispute with two files. */
async function disputed(disputeReference: string, evidenceDueAt: Date | null) {
  const [shop] = shops
  if (!shop) throw new Error('there is no shop')
  const { ctx, newLink, pay } = shop
  const paid = await pay((await newLink()).id)
  if (paid.kind !== 'attempted') throw new Error(paid.kind)
  const report = {
    disputeReference,
    paymentReference: paid.attempt.paymentId,
    amountMinor: 100,
    currency: 'USD',
    reason: 'OTHER' as const,
    evidenceDueAt,
    openedAt: START,
  }
  await recordDispute({ ...ctx, database }, { ...report, status: 'NEEDS_RESPONSE' })
  const { data } = await listDisputes(ctx, { limit: 1, payment_id: paid.attempt.paymentId })
  const id = data[0]?.id ?? ''
  const upload = () => storeDisputeFile(ctx, id, { name: 'x.pdf', content: Buffer.from('%PDF-1.7') })
  const files = [(await upload()).id, (await upload()).id].toSorted()
  return { id, ctx, report, files }
}

async function filesOf(disputeId: string) {
  const { rows } = await system.query<{ id: string }>({
    text: 'SELECT id FROM service.dispute_file WHERE dispute_id = $1 ORDER BY id',
    values: [disputeId],
  })
  return rows.map(({ id }) => id)
}

test('files of a closed dispute stay for a year if its evidence names them, and others are deleted', async () => {
  const { id, ctx, report, files } = await disputed('du_1', null)
  await submitEvidence(ctx, id, { file_ids: files.slice(0, 1) })
  expect((await run(1)).disputeFiles).toBe(0)
  await recordDispute({ ...ctx, database }, { ...report, status: 'LOST' })
  expect((await run(1)).disputeFiles).toBe(1)
  expect(await filesOf(id)).toEqual(files.slice(0, 1))
  expect((await run(366)).disputeFiles).toBe(1)
})

test('files that the evidence does not name are deleted a day after it was sent, or after its deadline', async () => {
  const answered = await disputed('du_2', null)
  const late = await disputed('du_3', after(5))
  await submitEvidence(answered.ctx, answered.id, { file_ids: answered.files.slice(0, 1) })
  expect((await run(1)).disputeFiles).toBe(0)
  expect((await run(2)).disputeFiles).toBe(1)
  expect(await filesOf(answered.id)).toEqual(answered.files.slice(0, 1))
  expect((await run(6)).disputeFiles).toBe(0)
  expect((await run(7)).disputeFiles).toBe(2)
  expect(await filesOf(late.id)).toEqual([])
})

test('files of disputes are deleted after 30 days in test mode', async () => {
  const { id, ctx, files } = await disputed('du_4', null)
  await submitEvidence(ctx, id, { file_ids: files })
  await system.query({
    text: `INSERT INTO health.deployment (test_mode, processor) VALUES (true, 'test_bank')`,
  })
  await run(30)
  expect(await filesOf(id)).toEqual(files)
  await run(31)
  expect(await filesOf(id)).toEqual([])
})

test.each([
  ['waits for its next attempt', `status = 'PENDING', finished_at = NULL`],
  [
    'is being sent',
    `status = 'PENDING', finished_at = NULL, owner = 'w', lease_until = clock_timestamp() + interval '1 minute'`,
  ],
  ['a person asked to send again', 'manual_due_at = now()'],
])('an old delivery that %s stays, with its event and its attempts', async (_, change) => {
  await finishedEvents(1)
  await system.query({
    text: `UPDATE service.delivery SET ${change} WHERE id = (SELECT min(id) FROM service.delivery)`,
  })
  expect(await run(400)).toEqual({ ...NOTHING, deliveries: 3, attempts: 6, events: 1 })
  expect(await counts()).toMatchObject({ event: 1, delivery: 1, delivery_attempt: 2 })
  await system.query({
    text: `UPDATE service.delivery SET status = 'FAILED', finished_at = now(), owner = NULL, lease_until = NULL, manual_due_at = NULL`,
  })
  expect(await run(400)).toEqual({ ...NOTHING, deliveries: 1, attempts: 2, events: 1 })
})

test('an old event that is not sent yet stays', async () => {
  const { ctx } = shops[0] ?? {}
  if (!ctx) throw new Error('there is no shop')
  await ctx.db.transaction((tx) =>
    recordEvent(tx, {
      accountId: ctx.accountId,
      kind: 'payment.failed',
      object: { id: 'pay_1' },
      now: START,
    }),
  )
  expect(await run(400)).toEqual(NOTHING)
  expect(await counts()).toMatchObject({ event: 1, delivery: 2 })
})

test('a run interrupted in the middle of a batch leaves whole rows, and the next one finishes', async () => {
  await finishedEvents(10)
  let left = 7
  const dying: Handle = {
    ...system,
    transaction: (work) =>
      system.transaction((tx) =>
        work({
          query: (statement) => {
            if (left === 0) throw new Error('killed')
            left -= 1
            return tx.query(statement)
          },
        }),
      ),
  }
  await expect(run(91, { batchRows: 5 }, dying)).rejects.toThrow('killed')
  expect(await counts()).toMatchObject({ event: 20, delivery: 30, delivery_attempt: 60 })
  expect(await run(91, { batchRows: 5 })).toEqual({ ...NOTHING, deliveries: 30, attempts: 60, events: 20 })
  expect(await run(91)).toEqual(NOTHING)
})

test('two concurrent runs delete each row once, and neither fails', async () => {
  await finishedEvents(60)
  const runs = await Promise.all([run(91, { batchRows: 7 }), run(91, { batchRows: 7 })])
  expect(runs.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(240)
  await run(91)
  expect(await counts()).toMatchObject({ event: 0, delivery: 0, delivery_attempt: 0 })
})

test('a run that is out of time or is stopped ends after a batch, and later ones continue', async () => {
  await finishedEvents(2_000)
  expect(await run(91, { runMs: 0 })).toEqual({
    ...NOTHING,
    deliveries: 1_000,
    attempts: 2_000,
    complete: false,
  })
  expect(await run(91, { signal: AbortSignal.abort() })).toMatchObject({ deliveries: 1_000, complete: false })
  expect(await run(91)).toEqual({ ...NOTHING, deliveries: 6_000, attempts: 12_000, events: 4_000 })
  expect(await counts()).toMatchObject({ event: 0, delivery: 0, delivery_attempt: 0 })
})
