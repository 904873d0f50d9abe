import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { startBatch } from '@/lib/dashboard/link-batches/start-batch'
import { aLink, NOON } from '@/prisma/factories/dashboard'
import { type ForeignHost, startForeignHost } from '@/prisma/factories/foreign-host'
import { startDashboard, type TestDashboard } from '@/prisma/factories/test-dashboard'
import { isGone } from './is-gone'

let dashboard: TestDashboard
let host: ForeignHost
let ctx: ConnectionContext

beforeAll(async () => {
  dashboard = await startDashboard()
  host = await startForeignHost(NOON)
  ctx = await dashboard.owner(host)
})
afterAll(async () => {
  await host.stop()
  await dashboard.stop()
})
beforeEach(() => {
  dashboard.setNow(NOON)
  host.fault = () => null
  host.links = [aLink({ id: 'L1' })]
  host.requests = []
})

test('a link that only the host knows is there, and from then on without asking the host', async () => {
  expect(await isGone(ctx, '/links/L1')).toBe(false)
  expect(host.requests).toHaveLength(1)
  expect(await isGone(ctx, '/links/L1/share?x=1')).toBe(false)
  expect(host.requests).toHaveLength(1)
})

test('what neither mirror nor host knows is gone', async () => {
  expect(await isGone(ctx, '/links/L2')).toBe(true)
  expect(await isGone(ctx, '/payments/L1')).toBe(true)
})

test('a host that does not answer proves nothing', async () => {
  host.fault = () => ({ status: 503, body: '{}' })
  expect(await isGone(ctx, '/links/L2')).toBe(false)
})

test('an address that names no object asks nobody', async () => {
  for (const path of ['/', '/links', '/links?q=L2', '/links/new', '/links/import', '/links/%ff', '/settings'])
    expect(await isGone(ctx, path)).toBe(false)
  expect(host.requests).toEqual([])
})

test('a table of links that nobody began is gone, without asking the host', async () => {
  const { id } = await startBatch(ctx, {
    form_token: 'a-form-token',
    name: 'a.csv',
    rows: [{ title: 'Tea', amount: 2 }],
  })
  expect(await isGone(ctx, `/links/import/${id}`)).toBe(false)
  expect(await isGone(ctx, `/links/import/${id}?x=1`)).toBe(false)
  for (const other of ['b1', '%00', '%ff']) expect(await isGone(ctx, `/links/import/${other}`)).toBe(true)
  expect(host.requests).toEqual([])
})
