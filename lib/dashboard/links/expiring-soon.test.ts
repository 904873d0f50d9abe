import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { type ExternalHost, startExternalHost } from '@/test/external-host'
import { aLink, NOON } from '@/test/factories/dashboard'
import { startDashboard, type TestDashboard } from '@/test/fixtures/test-dashboard'
import { listLinks, parseListLinks } from './list-links'

let dashboard: TestDashboard
let host: ExternalHost
let ctx: ConnectionContext

const hours = (count: number) => new Date(NOON.getTime() + count * 3_600_000).toISOString()

beforeAll(async () => {
  dashboard = await startDashboard()
  host = await startExternalHost(NOON)
  host.links = [
    aLink({ id: 'link_ends40h', created_at: hours(-1), expires_at: hours(40) }),
    aLink({ id: 'link_ends07h', created_at: hours(-2), expires_at: hours(7) }),
    aLink({ id: 'link_ends20h', created_at: hours(-3), expires_at: hours(20) }),
    aLink({ id: 'link_ends20b', created_at: hours(-4), expires_at: hours(20) }),
    aLink({ id: 'link_endsnot', created_at: hours(-5), expires_at: null }),
  ]
  ctx = await dashboard.owner(host)
  await workOneRun(dashboard, { owner: 'test' })
})
afterAll(async () => {
  await host.stop()
  await dashboard.stop()
})

test('links that expire soon stand in the order in which they do, page by page and back', async () => {
  const page = (cursor?: string | null) =>
    listLinks(ctx, parseListLinks({ expiring: 'soon', limit: '1', ...(cursor ? { cursor } : {}) }))
  const pages = [await page()]
  for (let last = pages.at(-1); last?.next_cursor; last = pages.at(-1))
    pages.push(await page(last.next_cursor))
  expect(pages.map(({ data }) => data[0]?.id)).toEqual([
    'link_ends07h',
    'link_ends20b',
    'link_ends20h',
    'link_ends40h',
  ])
  expect(pages.map(({ from }) => from)).toEqual([1, 2, 3, 4])
  const back = await page(pages[3]?.newer_cursor)
  expect(back.data[0]?.id).toBe('link_ends20h')
})
