import { expect, test } from 'vitest'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { knownBalance } from './known-balance'
import { refreshBalance } from './refresh-balance'

const { dashboard, host, ctx } = await connectedDashboard()

const balance = {
  object: 'balance',
  currency: 'USD',
  available: { payment_count: 2, gross_amount: 20, fee_amount: 1.5, net_amount: 18.5 },
  in_transit: 7,
  paid_out: 100,
  fee_schedule: { percent: 2.9, fixed: 0.3 },
}

test('a comparison keeps the last balance with its instant, and a host without an answer changes nothing', async () => {
  await workOneRun(dashboard, { owner: 'test' })
  expect(await knownBalance(ctx)).toBeNull()
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  const { at } = await refreshBalance(ctx)
  expect(await knownBalance(ctx)).toEqual({ balance, at })
  host.fault = ({ path }) => (path === '/balance' ? { status: 500 } : null)
  await expect(refreshBalance(ctx)).rejects.toThrow()
  expect(await knownBalance(ctx)).toEqual({ balance, at })
})
