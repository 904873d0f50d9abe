import { expect, test } from 'vitest'
import { aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { mirrorHealth } from './mirror-health'
import { requestReconcile } from './request-reconcile'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }

test('a comparison that fails among its last objects still names those that it has mended', async () => {
  const payments = ['P1', 'P2', 'P3'].map((id) => aPayment({ id, created_at: '2026-01-01T00:00:00.000Z' }))
  host.payments = payments
  await workOneRun(dashboard, worker)
  for (const payment of payments) payment.status = 'APPROVED'
  dashboard.passMs(3_600_000)
  host.now = dashboard.now()
  const single = () => host.requests.filter(({ path }) => path.startsWith('/payments/')).length
  host.fault = () => (single() === 2 ? 'hang up' : null)
  await requestReconcile(ctx)
  await workOneRun(dashboard, worker)
  expect((await mirrorHealth(ctx)).last_sync).toMatchObject({ state: 'QUEUED' })
  host.fault = () => null
  await ctx.db.query({ text: 'UPDATE dashboard.sync_run SET lease_until = NULL' })
  await workOneRun(dashboard, worker)
  expect(await mirrorHealth(ctx)).toMatchObject({
    drift: 3,
    last_sync: { state: 'DONE', mended: { payments: { APPROVED: 3 } } },
  })
})
