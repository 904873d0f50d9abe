import { expect, test } from 'vitest'
import { aCustomer, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { defaultBehavior } from '@/test/host-behavior'
import { queueReconciles } from './queue-run'
import { workOneRun } from './work-sync'

const { dashboard, host, ctx } = await connectedDashboard()
const worker = { owner: 'worker-1' }
const daysAgo = (days: number) => new Date(NOON.getTime() - days * 86_400_000).toISOString()

test.each([1, 2, 100])(
  'a comparison reads the newest objects of a host that lists the oldest first, %i per page',
  async (pageMax) => {
    const old = (noun: string) =>
      Array.from({ length: 6 }, (_, index) => ({ id: `${noun}${index}`, created_at: daysAgo(100 - index) }))
    host.customers = old('C').map((head) => aCustomer(head))
    host.settlements = old('S').map((head) => aSettlement({ ...head, status: 'PAID' }))
    host.behavior = { ...defaultBehavior, oldestFirst: true, pageMax }
    await workOneRun(dashboard, worker)
    dashboard.passMs(10 * 60_000)
    host.now = dashboard.now()
    const created_at = dashboard.now().toISOString()
    const id = `new-${pageMax}`
    host.customers.push(aCustomer({ id, created_at }))
    host.settlements.push(aSettlement({ id, created_at, status: 'PAID' }))
    await queueReconciles(dashboard)
    await workOneRun(dashboard, worker)
    const { rows } = await ctx.db.query({
      text: `SELECT id FROM dashboard.mirror_customer WHERE id = $1
      UNION ALL SELECT id FROM dashboard.mirror_settlement WHERE id = $1`,
      values: [id],
    })
    expect(rows).toEqual([{ id }, { id }])
  },
)
