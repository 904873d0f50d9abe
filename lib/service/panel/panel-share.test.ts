import { afterAll, beforeAll, expect, test } from 'vitest'
import { Shares } from '@/lib/platform/shares'
import { openPanelOf } from '@/test/factories/open-panel-of'
import { type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

test('the developer pages of an account leave connections to the payers of all accounts', async () => {
  const shares = new Shares({ atOnce: 2, waiting: 100, waitMs: 5_000 })
  const { key, account } = await api.merchant()
  const panel = await openPanelOf(
    { database: api.database, now: api.now, shares, accountId: account.id },
    key,
  )
  const slow = Array.from({ length: 12 }, () => panel.db.query({ text: 'SELECT pg_sleep(0.2)' }))
  const since = performance.now()
  await api.database.as('checkout_system').query({ text: 'SELECT 1' })
  const { rows } = await api.database.as('checkout_system').query<{ busy: number }>({
    text: `SELECT count(*)::integer AS busy FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'`,
  })
  expect(rows[0]?.busy).toBeLessThanOrEqual(2)
  expect(performance.now() - since).toBeLessThan(200)
  await Promise.all(slow)
})
