import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { openTestPool } from '@/test/factories/create-shop'
import { createDeliveryFixture, type DeliveryFixture } from '@/test/factories/delivery-fixture'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { diagnoseDeliveries } from './deliveries'
import { planRetry } from './retry-runs'

const START = new Date('2026-11-20T10:00:00.000Z')
const AFTER = '2026-11-14T00:00:00.000Z'
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

it('failures are grouped by cause and endpoint, with the counts of each group’s bulk retry', async () => {
  const other = await fixture.endpoint('https://other.example/hook')
  const denied = { errorClass: 'http_4xx', answerStatus: 401 }
  const ids = await fixture.deliveries([
    { endpoint, at: minutes(-60 * 24 * 8) },
    { endpoint, at: minutes(1), ...denied },
    { endpoint, at: minutes(2), ...denied, answerStatus: 403, status: 'PENDING' },
    { endpoint, at: minutes(3), errorClass: 'timeout' },
    { endpoint: other, at: minutes(4), errorClass: 'dns' },
    { endpoint, at: minutes(5), status: 'PENDING', attempts: 0 },
    { endpoint, at: minutes(6), status: 'SKIPPED' },
  ])
  const groups = await diagnoseDeliveries(fixture.panel, AFTER)
  expect(groups).toHaveLength(3)
  expect(groups[0]).toMatchObject({
    cause: 'auth',
    endpoint_id: endpoint,
    count: 2,
    since: minutes(1).toISOString(),
    example: ids[2],
    example_answer: 403,
    answered_at: null,
  })
  for (const { endpoint_id, cause, count } of groups) {
    const set = { endpoint_id, answer: cause, created_after: AFTER }
    expect((await planRetry(fixture.panel, set)).total).toBe(count)
  }
})

it('an endpoint responds again after its last failure of any cause, with the time of its latest success', async () => {
  await fixture.deliveries([
    { endpoint, at: minutes(1), lastAttemptAt: minutes(10) },
    { endpoint, at: minutes(2), errorClass: 'timeout', lastAttemptAt: minutes(20) },
    { endpoint, at: minutes(15), status: 'SUCCEEDED' },
  ])
  const since = async () =>
    (await diagnoseDeliveries(fixture.panel, AFTER)).map(({ answered_at }) => answered_at)
  expect(await since()).toEqual([null, null])
  await fixture.deliveries([
    { endpoint, at: minutes(25), status: 'SUCCEEDED' },
    { endpoint, at: minutes(30), status: 'SUCCEEDED' },
  ])
  expect(await since()).toEqual(Array(2).fill(minutes(30).toISOString()))
})

it('a manual retry that succeeds shows that an endpoint responds again', async () => {
  await fixture.deliveries([
    { endpoint, at: minutes(1), lastAttemptAt: minutes(10) },
    { endpoint, at: minutes(2), status: 'SUCCEEDED', attempts: 7, lastAttemptAt: minutes(40) },
  ])
  const groups = await diagnoseDeliveries(fixture.panel, AFTER)
  expect(groups[0]?.answered_at).toBe(minutes(40).toISOString())
})

it('another account’s failures are not diagnosed', async () => {
  await fixture.deliveries([{ endpoint, at: minutes(1) }])
  const other = await createDeliveryFixture(database, () => START)
  expect(await diagnoseDeliveries(other.panel, AFTER)).toEqual([])
})

it('the many failures of a deleted endpoint hide none of the others', async () => {
  await fixture.deliveries([{ endpoint, at: minutes(1) }])
  const deleted = await fixture.endpoint('https://deleted.example/hook', 'DELETED')
  const [first] = await fixture.deliveries([{ endpoint: deleted, at: minutes(2) }])
  await fixture.panel.db.query({
    text: `WITH many AS (SELECT lpad(n::text, 6, '0') AS n FROM generate_series(1, 10000) AS n
      ), events AS (
        INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
        SELECT account_id, 'evt_' || n, kind, object_id, '{}', created_at FROM service.delivery, many
        WHERE account_id = $1 AND id = $2)
      INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, status, attempts,
        automatic_attempts, next_attempt_at, created_at, last_attempt_at, last_error_class, finished_at)
      SELECT account_id, 'whd_' || n, 'evt_' || n, endpoint_id, kind, object_id, status, attempts, automatic_attempts,
        next_attempt_at, created_at, last_attempt_at, last_error_class, finished_at
      FROM service.delivery, many WHERE account_id = $1 AND id = $2`,
    values: [fixture.panel.accountId, first],
  })
  const groups = await diagnoseDeliveries(fixture.panel, AFTER)
  expect(groups).toMatchObject([{ endpoint_id: endpoint, count: 1 }])
})
