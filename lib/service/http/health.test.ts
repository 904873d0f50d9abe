import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordCoherence } from '@/lib/service/ledger/coherence-health'
import { type RunningApi, startApi } from '@/test/factories/running-api'
import { tappedDatabase } from '@/test/factories/tapped-database'

const TOKEN = 'status-token-of-thirty-two-letters'
const proxied = { 'x-forwarded-for': '203.0.113.7' }
let api: RunningApi
let computed = 0
const tap = (point: string) => {
  if (point === 'before service-health') computed += 1
}

beforeAll(async () => {
  api = await startApi({ statusToken: TOKEN, wrapDatabase: (database) => tappedDatabase(database, tap) })
})
afterAll(() => api.stop())

/** Requests the signals of a new second, from this machine. */
const look = (headers: Record<string, string> = {}) => {
  api.passMs(1_000)
  return api.request('GET', '/status', { headers })
}
const status = async () => {
  const { status: code, body } = await look()
  return [code, body.status, body.books.breaks]
}

it('inconsistent books are signalled, their beginning once, and the service stays ready', async () => {
  expect(await status()).toEqual([200, 'ok', null])
  const db = api.database.as('checkout_system')
  expect(await recordCoherence(db, 0, new Date('2026-11-20T01:00:00Z'))).toBe(false)
  expect(await status()).toEqual([200, 'ok', 0])
  expect(await recordCoherence(db, 3, new Date('2026-11-20T02:00:00Z'))).toBe(true)
  expect(await recordCoherence(db, 2, new Date('2026-11-20T02:10:00Z'))).toBe(false)
  expect(await status()).toEqual([503, 'books_broken', 2])
  expect((await api.request('GET', '/readyz')).status).toBe(200)
  // An older comparison that ends later does not change the current state.
  await recordCoherence(db, 0, new Date('2026-11-20T01:30:00Z'))
  expect((await status())[0]).toBe(503)
  await recordCoherence(db, 0, new Date('2026-11-20T03:00:00Z'))
  expect(await status()).toEqual([200, 'ok', 0])
  await recordCoherence(db, 0, new Date('2026-11-20T04:00:00Z'), { recent: true })
  api.setNow(new Date('2026-11-20T06:59:00Z'))
  expect(await status()).toEqual([200, 'ok', 0])
  api.setNow(new Date('2026-11-20T07:01:00Z'))
  expect(await status()).toEqual([503, 'books_unchecked', 0])
  await recordCoherence(db, 0, new Date('2026-11-20T07:00:00Z'))
  expect((await status())[1]).toBe('books_unchecked')
  await recordCoherence(db, 0, new Date('2026-11-20T07:00:00Z'), { recent: true })
  expect((await api.request('GET', '/healthz')).status).toBe(200)
})

it('a scheduled job that has not run for an hour after its moment is signalled until it has', async () => {
  const db = api.database.as('checkout_system')
  const due = (name: string, ago: string) =>
    db.query({
      text: `INSERT INTO jobs.scheduled_job (name, due_at) VALUES ($1, clock_timestamp() - $2::interval)
        ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
      values: [name, ago],
    })
  await due('generate-settlements', '59 minutes')
  // A job of another release, or one that these settings switch off.
  await due('gone', '3 days')
  expect((await look()).body).toMatchObject({ status: 'ok', jobs: { overdue: [] } })
  await due('generate-settlements', '61 minutes')
  const { status: code, body } = await look()
  expect([code, body.status, body.jobs.overdue]).toEqual([503, 'jobs_overdue', ['generate-settlements']])
  expect(body.jobs.oldest_due_seconds).toBeGreaterThanOrEqual(3_660)
  await due('generate-settlements', '-1 minutes')
  expect((await look()).body).toMatchObject({
    status: 'ok',
    jobs: { overdue: [], oldest_due_seconds: 0 },
  })
})

it('a payment that should have been closed is signalled until it is', async () => {
  const merchant = await api.merchant()
  const db = api.database.as('checkout_system')
  const due = (interval: string) =>
    db.query({
      text: `UPDATE service.payment SET lease_until = clock_timestamp() - $1::interval`,
      values: [interval],
    })
  await db.query({
    text: `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, step, payer_name, lease_until, created_at)
      VALUES ($1, 'pay_1', 100, 'USD', 'PENDING', 'AUTHORIZING', 'Ana', now(), now())`,
    values: [merchant.account.id],
  })
  await due('14 minutes')
  expect((await look()).body).toMatchObject({
    status: 'ok',
    payments: { pending: 1, stuck: 0 },
  })
  await due('16 minutes')
  const { status: code, body } = await look()
  expect([code, body.status, body.payments.stuck]).toEqual([503, 'payments_stuck', 1])
})

it('the public status is a word and the time, and the details are for this machine and the token', async () => {
  const details = ['status', 'at', 'books', 'jobs', 'payments']
  const stuck = await look()
  expect([stuck.status, stuck.body.status, Object.keys(stuck.body)]).toEqual([503, 'payments_stuck', details])
  const at = '2026-11-20T07:01:00.000Z'
  const strange = await look(proxied)
  expect([strange.status, strange.body]).toEqual([503, { status: 'degraded', at }])
  const wrong = await look({ ...proxied, authorization: `Bearer ${TOKEN.slice(1)}` })
  expect(wrong.body).toEqual({ status: 'degraded', at })
  const right = await look({ ...proxied, authorization: `Bearer ${TOKEN}` })
  expect(Object.keys(right.body)).toEqual(details)
})

it('three hundred requests for the status compute it once a second', async () => {
  await look()
  computed = 0
  const flood = () => Promise.all(Array.from({ length: 300 }, () => api.request('GET', '/status')))
  await flood()
  api.passMs(999)
  await flood()
  expect(computed).toBe(0)
  api.passMs(1)
  await flood()
  expect(computed).toBe(1)
})
