import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { eventKinds } from '@/lib/contract/event-kinds'
import { eventSample } from '@/lib/contract/event-samples'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import { openTestPool } from '@/test/factories/create-shop'
import { openMerchantPanel } from '@/test/factories/open-merchant-panel'
import type { SettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { listEvents, readEvent } from './events'
import type { PanelContext } from './panel'
import { createEndpoint } from './save-endpoint'

const START = new Date('2026-11-10T17:00:00.000Z')
const HOUR_MS = 3_600_000
const rules = { keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`), testMode: true }

let test: TestDatabase
let database: Database
let harness: SettlementHarness
let panel: PanelContext

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(async () => {
  ;({ harness, panel } = await merchant())
})

const merchant = () => openMerchantPanel(database, { start: START })

function happens(kind: (typeof eventKinds)[number], id: string) {
  const { db, accountId, now } = panel
  return db.transaction((tx) => recordEvent(tx, { accountId, kind, object: { id }, now: now() }))
}

/** Changes rows as the worker or a test event would. */
function change(sql: string) {
  return panel.db.query({ text: sql, values: [harness.accountId] })
}

it('all events are listed with the number of their endpoints, and none of another account', async () => {
  await happens('customer.created', 'cus_1')
  const first = await createEndpoint(panel, { url: 'https://one.example.com/' }, rules)
  await createEndpoint(panel, { url: 'https://two.example.com/' }, rules)
  const paused = await createEndpoint(panel, { url: 'https://three.example.com/' }, rules)
  await changeEndpointStatus(panel, paused.id, 'PAUSED')
  harness.passHours(1)
  await happens('payment.succeeded', 'pay_1')
  await change(
    `UPDATE service.delivery SET status = 'SUCCEEDED', finished_at = now() WHERE account_id = $1 AND endpoint_id = '${first.id}'`,
  )
  const { data, ...page } = await listEvents(panel, {})
  expect(page.counts).toEqual({ ALL: 2, real: 2, test: 0 })
  const counts = { endpoints: 0, delivered: 0, waiting: 0, failed: 0, skipped: 0 }
  expect(data).toMatchObject([
    {
      kind: 'payment.succeeded',
      object_id: 'pay_1',
      test: false,
      endpoints: 3,
      delivered: 1,
      waiting: 1,
      skipped: 1,
    },
    { kind: 'customer.created', object_id: 'cus_1', created_at: START.toISOString(), ...counts },
  ])
  const other = await merchant()
  expect((await listEvents(other.panel, {})).data).toEqual([])
  expect(await readEvent(other.panel, data[0]?.id ?? '')).toBeNull()
})

it('kind, days and test mark filter the list; a search by id ignores kind and days', async () => {
  await happens('payment.failed', 'pay_1')
  harness.passHours(24)
  await happens('payment.succeeded', 'pay_1')
  await change(`INSERT INTO service.event (account_id, id, kind, object_id, body, created_at, test)
    VALUES ($1, 'evt_test', 'payment.succeeded', 'pay_2', '{}', '${harness.now().toISOString()}', true)`)
  const found = async (query: Parameters<typeof listEvents>[1]) =>
    (await listEvents(panel, query)).data.map(({ kind, object_id: id }) => `${kind} ${id}`).sort()
  const after = new Date(START.getTime() + HOUR_MS).toISOString()
  const kind = 'payment.failed'
  expect(await found({ kind })).toEqual(['payment.failed pay_1'])
  expect(await found({ kind, after })).toEqual([])
  expect(await found({ before: after })).toEqual(['payment.failed pay_1'])
  expect((await listEvents(panel, { test: true })).counts).toEqual({ ALL: 3, real: 2, test: 1 })
  expect(await found({ test: true })).toEqual(['payment.succeeded pay_2'])
  expect(await found({ test: false, after })).toEqual(['payment.succeeded pay_1'])
  expect(await found({ q: 'pay_1', kind, after })).toEqual([
    'payment.failed pay_1',
    'payment.succeeded pay_1',
  ])
  const [event] = (await listEvents(panel, { kind })).data
  expect(await found({ q: event?.id ?? '', after })).toEqual(['payment.failed pay_1'])
  expect(await found({ q: 'pay_3' })).toEqual([])
})

it('the list has pages in both directions while events arrive', async () => {
  for (let index = 0; index < 45; index += 1) {
    harness.passHours(1)
    await happens('payment.succeeded', `pay_${index}`)
  }
  const idsOf = async (cursor?: string | null) => {
    const page = await listEvents(panel, { cursor: cursor ?? undefined })
    return { ...page, ids: page.data.map(({ object_id: id }) => id) }
  }
  const newest = await idsOf()
  harness.passHours(1)
  await happens('payment.succeeded', 'pay_late')
  const second = await idsOf(newest.next_cursor)
  const third = await idsOf(second.next_cursor)
  expect([newest.ids, second.ids, third.ids].map((ids) => [ids[0], ids.length])).toEqual([
    ['pay_44', 20],
    ['pay_24', 20],
    ['pay_4', 5],
  ])
  expect(third).toMatchObject({ has_more: false, next_cursor: null })
  expect((await idsOf(third.newer_cursor)).ids).toEqual(second.ids)
  // One event has arrived, so a page lies between the second and the newest one.
  expect((await idsOf(second.newer_cursor)).ids).toEqual(newest.ids)
  expect(newest.newer_cursor).toBeNull()
  await expect(listEvents(panel, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_parameters' })
})

it('an event is shown with the sent bytes, and each delivery with its last response', async () => {
  const endpoint = await createEndpoint(panel, { url: 'https://one.example.com/hooks' }, rules)
  await happens('payment.succeeded', 'pay_1')
  await change(`UPDATE service.delivery SET attempts = 2, last_attempt_at = '2026-11-10T17:01:00Z', last_answer_status = 500,
    next_attempt_at = '2026-11-10T17:06:00Z' WHERE account_id = $1`)
  const [{ id = '' } = {}] = (await listEvents(panel, {})).data
  expect(await readEvent(panel, id)).toMatchObject({
    event: {
      id,
      body: `{"event":"payment.succeeded","created_at":"${START.toISOString()}","data":{"payment":{"id":"pay_1"}}}`,
    },
    deliveries: [
      {
        endpoint_id: endpoint.id,
        url: 'https://one.example.com/hooks',
        status: 'PENDING',
        attempts: 2,
        last_answer_status: 500,
        last_error_class: null,
        next_attempt_at: '2026-11-10T17:06:00.000Z',
      },
    ],
  })
  expect(await readEvent(panel, 'evt_none')).toBeNull()
})

it('bodies are recorded with keys in the order of the samples', async () => {
  await harness.pay(2_500)
  harness.passHours(24)
  await harness.settle()
  await harness.transfer()
  const keysOf = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? null
      : Object.entries(value).map(([key, it]) => [key, key === 'metadata' ? null : keysOf(it)])
  const { data } = await listEvents(panel, {})
  expect(data.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['payment.succeeded', 'settlement.created']),
  )
  for (const { id } of data) {
    const body = JSON.parse((await readEvent(panel, id))?.event.body ?? '')
    const shape = JSON.stringify(keysOf(body))
    expect(shape).toBe(JSON.stringify(keysOf(eventSample(body.event))))
  }
})
