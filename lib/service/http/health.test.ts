import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordCoherence } from '@/lib/service/ledger/coherence-health'
import { type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const status = async () => {
  const { status: code, body } = await api.request('GET', '/status')
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
  expect((await api.request('GET', '/status')).body).toMatchObject({ status: 'ok', jobs: { overdue: [] } })
  await due('generate-settlements', '61 minutes')
  const { status: code, body } = await api.request('GET', '/status')
  expect([code, body.status, body.jobs.overdue]).toEqual([503, 'jobs_overdue', ['generate-settlements']])
  expect(body.jobs.oldest_due_seconds).toBeGreaterThanOrEqual(3_660)
  await due('generate-settlements', '-1 minutes')
  expect((await api.request('GET', '/status')).body).toMatchObject({
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
  expect((await api.request('GET', '/status')).body).toMatchObject({
    status: 'ok',
    payments: { pending: 1, stuck: 0 },
  })
  await due('16 minutes')
  const { status: code, body } = await api.request('GET', '/status')
  expect([code, body.status, body.payments.stuck]).toEqual([503, 'payments_stuck', 1])
})
