import { expect, test, vi } from 'vitest'
import { LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { fetchDueObjects } from '@/lib/dashboard/sync/fetch-due-objects'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { listen } from '@/lib/platform/listen'
import { aSettlement } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { knownBalance, refreshBalance } from './refresh-balance'

const { dashboard, host, ctx } = await connectedDashboard()

const balance = {
  object: 'balance',
  currency: 'USD',
  available: { payment_count: 2, gross_amount: 20, fee_amount: 1.5, net_amount: 18.5 },
  in_transit: 7,
  paid_out: 100,
  fee_schedule: { percent: 2.9, fixed: 0.3 },
}

function pass(): void {
  dashboard.passMs(10_000)
  host.now = dashboard.now()
}

test('a comparison stores the last balance with its instant, and a failed request changes nothing', async () => {
  await workOneRun(dashboard, { owner: 'test' })
  expect(await knownBalance(ctx)).toBeNull()
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  const { at } = await refreshBalance(ctx)
  expect(await knownBalance(ctx)).toEqual({ balance, at })
  host.fault = ({ path }) => (path === '/balance' ? { status: 500 } : null)
  await expect(refreshBalance(ctx)).rejects.toThrow()
  expect(await knownBalance(ctx)).toEqual({ balance, at })
})

test('the mirror’s health shows the age of the stored balance, and open pages are notified of a different one', async () => {
  const heard: string[] = []
  let isListening = () => {}
  const ready = new Promise<void>((resolve) => {
    isListening = resolve
  })
  const listener = listen({
    url: dashboard.url,
    channel: LIVE_CHANNEL,
    applicationName: 'test-balance',
    onMessage: (message) => void heard.push(message),
    onConnect: () => isListening(),
    onError: () => {},
  })
  await ready
  host.fault = ({ path }) =>
    path === '/balance' ? { status: 200, body: { ...balance, in_transit: 8 } } : null
  pass()
  const { at } = await refreshBalance(ctx)
  expect((await mirrorHealth(ctx)).balance_at).toBe(at.toISOString())
  pass()
  await refreshBalance(ctx)
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  pass()
  await refreshBalance(ctx)
  // A page that refreshes the balance on a notification must not be notified of its own refresh.
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(JSON.parse(heard[0] ?? '')).toEqual({ connection_id: ctx.connectionId, noun: 'balance', id: null })
  await listener.close()
})

test('an event of a settlement queues one request for the balance, and a failed request is not repeated', async () => {
  const settle = (id: string) =>
    applyEvent(ctx.db, {
      connectionId: ctx.connectionId,
      deliveryId: `d-${id}`,
      envelope: {
        event: 'settlement.created',
        created_at: dashboard.now().toISOString(),
        data: { settlement: aSettlement({ id }) },
      },
      body: '{}',
      sentAt: dashboard.now(),
      now: dashboard.now(),
    })
  const asked = () => host.requests.filter(({ path }) => path === '/balance').length
  host.fault = ({ path }) =>
    path === '/balance' ? { status: 200, body: { ...balance, in_transit: 9 } } : null
  const before = asked()
  await settle('S1')
  await settle('S2')
  expect(asked()).toBe(before)
  pass()
  await fetchDueObjects(dashboard)
  expect(asked()).toBe(before + 1)
  expect((await knownBalance(ctx))?.balance.in_transit).toBe(9)

  host.fault = ({ path }) => (path === '/balance' ? { status: 404 } : null)
  await settle('S3')
  pass()
  await fetchDueObjects(dashboard)
  const { rows } = await ctx.db.query({ text: `SELECT FROM dashboard.object_fetch WHERE noun = 'balance'` })
  expect(rows).toEqual([])
})
