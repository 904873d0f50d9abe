import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordCoherence } from '@/lib/service/ledger/coherence-health'
import { type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const ready = async () => {
  const { status, body } = await api.request('GET', '/readyz')
  return [status, body]
}

it('is not ready while the books do not add up, and says so', async () => {
  expect(await ready()).toEqual([200, { status: 'ok' }])
  const db = api.database.as('checkout_system')
  await recordCoherence(db, 0, new Date('2026-11-20T01:00:00Z'))
  expect(await ready()).toEqual([200, { status: 'ok' }])
  await recordCoherence(db, 3, new Date('2026-11-20T02:00:00Z'))
  expect(await ready()).toEqual([503, { status: 'unavailable', books: 'broken' }])
  // An older comparison that ends later says nothing about now.
  await recordCoherence(db, 0, new Date('2026-11-20T01:30:00Z'))
  expect((await ready())[0]).toBe(503)
  await recordCoherence(db, 0, new Date('2026-11-20T03:00:00Z'))
  expect(await ready()).toEqual([200, { status: 'ok' }])
  expect((await api.request('GET', '/healthz')).status).toBe(200)
})
