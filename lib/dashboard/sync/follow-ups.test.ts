import { expect, test } from 'vitest'
import { aLink, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { fetchDueObjects } from './fetch-due-objects'
import { requestReconcile } from './queue-run'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }
const created_at = '2026-10-01T00:00:00.000Z'

async function rowsOf(text: string) {
  return (await ctx.db.query<Record<string, unknown>>({ text })).rows
}

function pass(ms: number): void {
  dashboard.passMs(ms)
  host.now = dashboard.now()
}

test('a settlement created during an import reaches payments that were imported before it', async () => {
  const payment = aPayment({ id: 'P1', status: 'APPROVED', created_at })
  host.payments = [payment]
  host.fault = ({ path }) => {
    if (path === '/customers' && host.settlements.length === 0) {
      payment.settlement_id = 'S1'
      const settled = { id: 'P1', amount: 120.5, payer_name: 'Ada', created_at }
      host.settlements = [aSettlement({ id: 'S1', payments: [settled], created_at: NOON.toISOString() })]
    }
    return null
  }
  await workOneRun(dashboard, worker)
  pass(10_000)
  await fetchDueObjects(dashboard)
  expect(await rowsOf('SELECT id, settlement_id FROM dashboard.mirror_payment')).toEqual([
    { id: 'P1', settlement_id: 'S1' },
  ])
})

test.each([
  ['pending payment', true],
  ['payment that the mirror lacks', false],
])(
  'an approval of a %s that only a comparison reports updates the paid count of a cancelled link',
  async (_, isKnown) => {
    const link = aLink({ id: `L-${isKnown}`, status: 'CANCELLED', created_at })
    const payment_link = { id: link.id, title: link.title, url: link.url }
    const payment = aPayment({ id: `P-${isKnown}`, payment_link, created_at: dashboard.now().toISOString() })
    host.links = [link]
    host.payments = isKnown ? [payment] : []
    pass(60_000)
    await ctx.db.query({ text: 'DELETE FROM dashboard.noun_import' })
    await requestReconcile(ctx)
    await workOneRun(dashboard, worker)
    host.payments = [payment]
    payment.status = 'APPROVED'
    link.paid_count = 1
    pass(60_000)
    await requestReconcile(ctx)
    await workOneRun(dashboard, worker)
    pass(10_000)
    await fetchDueObjects(dashboard)
    expect(await rowsOf('SELECT id, paid_count FROM dashboard.mirror_link')).toContainEqual({
      id: link.id,
      paid_count: 1,
    })
  },
)
