import { beforeEach, expect, test } from 'vitest'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { aLink, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { pollWatched, watchRecent } from './poll-watched'

const { dashboard, host, ctx } = await connectedDashboard()
await dashboard.importHistories()

beforeEach(() => {
  // Each test begins long after the previous test's page was closed.
  dashboard.passMs(3_600_000)
  host.now = dashboard.now()
  host.requests = []
  host.fault = () => null
})

function pass(ms: number): void {
  dashboard.passMs(ms)
  host.now = dashboard.now()
}
const recent = (id: string, status: 'PENDING' | 'VOIDED' | 'TIMEOUT') =>
  aPayment({ id, status, created_at: new Date(dashboard.now().getTime() - 60_000).toISOString() })
const shown = async () =>
  (await listPayments(ctx, readQuery(paymentFilterSchema, {}), { role: 'OWNER' })).data.map(
    ({ id, status }) => `${id} ${status}`,
  )

test('no host is called while no page is open', async () => {
  expect(await pollWatched(dashboard)).toBe(0)
  await watchRecent(ctx)
  pass(60_000)
  expect(await pollWatched(dashboard)).toBe(0)
  expect(host.requests).toEqual([])
})

test('an open page shows a pending payment and its end without any event', async () => {
  await watchRecent(ctx)
  host.payments = [recent('waits', 'PENDING')]
  expect(await pollWatched(dashboard)).toBe(1)
  expect(await shown()).toEqual(['waits PENDING'])
  host.payments = [recent('waits', 'VOIDED')]
  pass(15_000)
  expect(await pollWatched(dashboard)).toBe(1)
  expect(await shown()).toEqual(['waits VOIDED'])
})

test('an open page shows a link created by another program, although no event reports it', async () => {
  await watchRecent(ctx)
  const created_at = new Date(dashboard.now().getTime() - 60_000).toISOString()
  host.links = [aLink({ id: 'pl_elsewhere', created_at })]
  expect(await pollWatched(dashboard)).toBe(1)
  const { data } = await listLinks(ctx, readQuery(linkFilterSchema, {}))
  expect(data.map(({ id }) => id)).toContain('pl_elsewhere')
})

test('an open page shows a payment of a host whose clock is two hours behind', async () => {
  const behind = () => new Date(dashboard.now().getTime() - 2 * 3_600_000)
  host.now = behind()
  const created_at = new Date(host.now.getTime() - 60_000).toISOString()
  host.payments = [aPayment({ id: 'slow_clock', status: 'PENDING', created_at })]
  for (let looks = 0; looks < 2; looks += 1) {
    await watchRecent(ctx)
    expect(await pollWatched(dashboard)).toBe(1)
    dashboard.passMs(15_000)
    host.now = behind()
  }
  expect(await shown()).toContain('slow_clock PENDING')
})

test('a look is four requests for any number of pages and workers', async () => {
  await Promise.all([watchRecent(ctx), watchRecent(ctx), watchRecent(ctx)])
  const looked = await Promise.all([pollWatched(dashboard), pollWatched(dashboard)])
  expect(looked.toSorted()).toEqual([0, 1])
  pass(14_000)
  expect(await pollWatched(dashboard)).toBe(0)
  expect(host.requests.map(({ path, query }) => `${path} ${query.get('status')}`)).toEqual([
    '/payment_links null',
    '/payments PENDING',
    '/payments VOIDED',
    '/payments TIMEOUT',
  ])
})
