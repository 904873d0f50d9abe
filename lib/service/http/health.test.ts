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

it('signals books that do not add up, once as the beginning, and stays ready to serve', async () => {
  expect(await status()).toEqual([200, 'ok', null])
  const db = api.database.as('checkout_system')
  expect(await recordCoherence(db, 0, new Date('2026-11-20T01:00:00Z'))).toBe(false)
  expect(await status()).toEqual([200, 'ok', 0])
  expect(await recordCoherence(db, 3, new Date('2026-11-20T02:00:00Z'))).toBe(true)
  expect(await recordCoherence(db, 2, new Date('2026-11-20T02:10:00Z'))).toBe(false)
  expect(await status()).toEqual([503, 'books_broken', 2])
  expect((await api.request('GET', '/readyz')).status).toBe(200)
  // An older comparison that ends later says nothing about now.
  await recordCoherence(db, 0, new Date('2026-11-20T01:30:00Z'))
  expect((await status())[0]).toBe(503)
  await recordCoherence(db, 0, new Date('2026-11-20T03:00:00Z'))
  expect(await status()).toEqual([200, 'ok', 0])
  expect((await api.request('GET', '/healthz')).status).toBe(200)
})
