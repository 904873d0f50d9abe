import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnswerFilter, answerFilters } from '@/lib/contract/panel/deliveries'
import type { Database } from '@/lib/platform/database'
import type { DeliverySet } from '@/lib/service/webhooks/delivery-conditions'
import { openTestPool } from '@/test/factories/create-shop'
import { createDeliveryFixture, type DeliveryFixture } from '@/test/factories/delivery-fixture'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { countDeliveries, getDelivery, listDeliveries, retryDelivery } from './deliveries'

const START = new Date('2026-11-20T10:00:00.000Z')
const minutes = (count: number) => new Date(START.getTime() + count * 60_000)

let test: TestDatabase
let database: Database
let fixture: DeliveryFixture
let endpoint: string

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(async () => {
  fixture = await createDeliveryFixture(database, () => minutes(60))
  endpoint = await fixture.endpoint('https://shop.example/hook')
})

const idsOf = async (set: DeliverySet) => (await listDeliveries(fixture.panel, set)).data.map(({ id }) => id)

describe('the list', () => {
  it('pages stay consistent while rows arrive, in both directions', async () => {
    // Groups of three rows share an instant: the id decides between them.
    const ids = await fixture.deliveries(
      Array.from({ length: 9 }, (_, row) => ({ endpoint, at: minutes(Math.floor(row / 3)) })),
    )
    const order = ids.toSorted().reverse()
    const page = (cursor?: string) => listDeliveries(fixture.panel, {}, { cursor, limit: 4 })
    const first = await page()
    await fixture.deliveries([{ endpoint, at: minutes(30) }])
    const second = await page(first.next_cursor ?? undefined)
    const third = await page(second.next_cursor ?? undefined)
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id))
    expect(seen).toEqual(order)
    expect(third.has_more).toBe(false)
    expect(third.newer_cursor).toBe(first.next_cursor)
    expect(second.newer_cursor).not.toBeNull()
    expect(first.newer_cursor).toBeNull()
  })

  it('another account’s deliveries are neither listed, counted, opened nor sent again', async () => {
    const [id = ''] = await fixture.deliveries([{ endpoint, at: START }])
    const other = await createDeliveryFixture(database, () => START)
    expect((await listDeliveries(other.panel, { id })).data).toEqual([])
    expect((await countDeliveries(other.panel, { endpoint_id: endpoint })).counts.ALL).toBe(0)
    expect(await getDelivery(other.panel, id)).toBeNull()
    expect(await retryDelivery(other.panel, id)).toBe(false)
    expect((await getDelivery(fixture.panel, id))?.delivery.manual_due_at).toBeNull()
  })

  it('each filter restricts the list, and counts ignore only the status filter', async () => {
    const second = await fixture.endpoint('https://other.example/hook')
    const [waiting, failed, delivered, skipped] = await fixture.deliveries([
      { endpoint, at: minutes(0), status: 'PENDING', objectId: 'pay_a' },
      { endpoint, at: minutes(1), status: 'FAILED', kind: 'payment.failed', objectId: 'pay_b' },
      { endpoint: second, at: minutes(2), status: 'SUCCEEDED', objectId: 'pay_a' },
      { endpoint: second, at: minutes(3), status: 'SKIPPED' },
    ])
    expect(await idsOf({ status: 'FAILED' })).toEqual([failed])
    expect(await idsOf({ kind: 'payment.failed' })).toEqual([failed])
    expect(await idsOf({ endpoint_id: second })).toEqual([skipped, delivered])
    expect(await idsOf({ object_id: 'pay_a' })).toEqual([delivered, waiting])
    expect(await idsOf({ id: delivered })).toEqual([delivered])
    const event = (await getDelivery(fixture.panel, failed ?? ''))?.delivery.event_id
    expect(await idsOf({ event_id: event })).toEqual([failed])
    const window = {
      created_after: minutes(1).toISOString(),
      created_before: minutes(3).toISOString(),
    }
    expect(await idsOf(window)).toEqual([delivered, failed])
    expect(await countDeliveries(fixture.panel, { status: 'FAILED', object_id: 'pay_a' })).toMatchObject({
      counts: { ALL: 2, PENDING: 1, SUCCEEDED: 1, FAILED: 0, SKIPPED: 0 },
    })
  })

  it('the count of a bulk retry excludes first attempts and paused endpoints, and successes without their status', async () => {
    const paused = await fixture.endpoint('https://paused.example/hook', 'PAUSED')
    await fixture.deliveries([
      { endpoint: paused, at: minutes(0), status: 'FAILED' },
      { endpoint, at: minutes(0), status: 'PENDING' },
      { endpoint, at: minutes(0), status: 'PENDING', attempts: 0 },
      { endpoint, at: minutes(1), status: 'FAILED' },
      { endpoint, at: minutes(2), status: 'SUCCEEDED' },
    ])
    const sets: [DeliverySet, number][] = [
      [{}, 2],
      [{ status: 'PENDING' }, 1],
      [{ status: 'SUCCEEDED' }, 1],
    ]
    for (const [set, count] of sets)
      expect((await countDeliveries(fixture.panel, set)).counts.RETRY).toBe(count)
  })

  it('the last response is filtered by its class and by each cause', async () => {
    const made: [AnswerFilter, { errorClass: string | null; answerStatus: number | null }][] = [
      ['2xx', { errorClass: null, answerStatus: 200 }],
      ['3xx', { errorClass: 'http_3xx', answerStatus: 301 }],
      ['auth', { errorClass: 'http_4xx', answerStatus: 401 }],
      ['gone', { errorClass: 'http_4xx', answerStatus: 410 }],
      ['limited', { errorClass: 'http_4xx', answerStatus: 429 }],
      ['other_4xx', { errorClass: 'http_4xx', answerStatus: 422 }],
      ['5xx', { errorClass: 'http_5xx', answerStatus: 503 }],
      ['timeout', { errorClass: 'timeout', answerStatus: null }],
      ['dns', { errorClass: 'dns', answerStatus: null }],
      ['tls', { errorClass: 'tls', answerStatus: null }],
      ['connection', { errorClass: 'connect', answerStatus: null }],
      ['address_refused', { errorClass: 'address_refused', answerStatus: null }],
      ['secret_unreadable', { errorClass: 'secret_unreadable', answerStatus: null }],
    ]
    const ids = await fixture.deliveries(
      made.map(([, answer], row) => ({
        endpoint,
        at: minutes(row),
        status: answer.errorClass === null ? 'SUCCEEDED' : 'FAILED',
        ...answer,
      })),
    )
    const expected = (answer: AnswerFilter) =>
      ids
        .filter((_, row) =>
          answer === '4xx' ? made[row]?.[1].errorClass === 'http_4xx' : made[row]?.[0] === answer,
        )
        .reverse()
    for (const answer of answerFilters)
      expect([answer, await idsOf({ answer })]).toEqual([answer, expected(answer)])
  })
})

describe('a manual retry', () => {
  it('a manual retry requests one attempt, leaves the schedule unchanged and is audited under the member', async () => {
    const next = minutes(90)
    const [id = ''] = await fixture.deliveries([
      { endpoint, at: START, status: 'PENDING', attempts: 3, nextAttemptAt: next },
    ])
    expect(await retryDelivery(fixture.panel, id)).toBe(true)
    const found = await getDelivery(fixture.panel, id)
    expect(found?.delivery).toMatchObject({
      manual_due_at: minutes(60).toISOString(),
      next_attempt_at: next.toISOString(),
      automatic_attempts: 3,
      attempts_max: 6,
    })
    const { rows } = await fixture.panel.db.query({
      text: `SELECT actor, object_id FROM service.audit_entry WHERE account_id = $1 AND action = 'delivery.retried'`,
      values: [fixture.panel.accountId],
    })
    expect(rows).toEqual([{ actor: 'member:user_1', object_id: id }])
  })

  it('a delivery of a paused endpoint is not sent again', async () => {
    const paused = await fixture.endpoint('https://paused.example/hook', 'PAUSED')
    const [id = ''] = await fixture.deliveries([{ endpoint: paused, at: START, status: 'SKIPPED' }])
    expect(await retryDelivery(fixture.panel, id)).toBe(false)
  })
})
