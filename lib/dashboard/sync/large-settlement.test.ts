import { expect, test } from 'vitest'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { aPayment, aSettlement } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { fetchDueObjects } from './fetch-due-objects'
import { requestReconcile } from './queue-run'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
/** Rejects responses above 120 KB: a page of a hundred payments is about 40 KB. */
const cutting = {
  ...dashboard,
  http: {
    request: (request: Parameters<typeof dashboard.http.request>[0]) =>
      dashboard.http.request({ ...request, bodyBytesMax: 120_000 }),
  },
}
const PAYMENTS = 250
const period_start = '2026-09-01T00:00:00.000Z'
const period_end = '2026-09-02T00:00:00.000Z'

function pass(ms: number): void {
  dashboard.passMs(ms)
  host.now = dashboard.now()
}

const settled = async () =>
  (
    await ctx.db.query<{ count: number }>({
      text: `SELECT count(*)::int FROM dashboard.mirror_payment WHERE settlement_id = 'S1'`,
    })
  ).rows[0]?.count

test('a settlement whose detail is above the cap reaches its payments by a comparison over its period', async () => {
  const payments = Array.from({ length: PAYMENTS }, (_, index) =>
    aPayment({
      id: `P${index}`,
      status: 'APPROVED',
      created_at: new Date(Date.parse(period_start) - 1_800_000 + index * 60_000).toISOString(),
    }),
  )
  host.payments = payments
  await workOneRun(dashboard, { owner: 'test' })

  for (const payment of payments) payment.settlement_id = 'S1'
  const settlement = aSettlement({ id: 'S1', payment_count: PAYMENTS, period_start, period_end })
  const pad = 'x'.repeat(1_000)
  host.settlements = [
    {
      ...settlement,
      payments: payments.map(({ id, amount, created_at }) => ({ id, amount, payer_name: pad, created_at })),
    },
  ]
  pass(3_600_000)
  await applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId: 'd-1',
    envelope: {
      event: 'settlement.created',
      created_at: dashboard.now().toISOString(),
      data: { settlement },
    },
    body: '{}',
    sentAt: dashboard.now(),
    now: dashboard.now(),
  })
  pass(10_000)
  await requestReconcile(ctx)
  expect(await fetchDueObjects(cutting)).toBe(2)
  // The fetch waits for the end of the open run.
  host.fault = ({ path }) => (path === '/me' ? { status: 403 } : null)
  await workOneRun(cutting, { owner: 'test' })
  host.fault = () => null
  pass(3_600_000)
  await fetchDueObjects(cutting)
  expect(await settled()).toBe(0)
  await workOneRun(cutting, { owner: 'test' })
  expect(await settled()).toBe(PAYMENTS)
  const { rows } = await ctx.db.query({ text: 'SELECT object_id FROM dashboard.object_fetch' })
  expect(rows).toEqual([])
})

test('a comparison continues after a settlement whose detail is above the cap', async () => {
  pass(3_600_000)
  await ctx.db.query({
    text: `INSERT INTO dashboard.mirror_settlement
        (connection_id, id, rank, seen_at, snapshot, status, currency, gross_minor, fee_minor, net_minor, payment_count,
          period_start, period_end, created_at)
      SELECT connection_id, 'S0', 0, seen_at, snapshot, 'PENDING', currency, 0, 0, 0, 0, period_start, period_end, created_at
      FROM dashboard.mirror_settlement WHERE id = 'S1'`,
  })
  host.settlements = host.settlements.map((settlement) => ({ ...settlement, id: 'S0', status: 'PAID' }))
  host.fault = ({ path, query }) =>
    path === '/settlements' || query.get('status') !== null
      ? { status: 200, body: { object: 'list', data: [], has_more: false, next_cursor: null } }
      : null
  pass(3_600_000)
  await requestReconcile(ctx)
  await workOneRun(cutting, { owner: 'test' })
  const { rows } = await ctx.db.query({
    text: 'SELECT state FROM dashboard.sync_run ORDER BY started_at DESC LIMIT 1',
  })
  expect(rows).toEqual([{ state: 'DONE' }])
})
