import { beforeAll, expect, test } from 'vitest'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { aLink, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { linkFilterSchema } from './link-conditions'
import { listLinks } from './list-links'

const { dashboard, host, ctx } = await connectedDashboard()

const hours = (count: number) => new Date(NOON.getTime() + count * 3_600_000).toISOString()

beforeAll(async () => {
  host.links = [
    aLink({ id: 'link_ends40h', created_at: hours(-1), expires_at: hours(40) }),
    aLink({ id: 'link_ends07h', created_at: hours(-2), expires_at: hours(7) }),
    aLink({ id: 'link_ends20h', created_at: hours(-3), expires_at: hours(20) }),
    aLink({ id: 'link_ends20b', created_at: hours(-4), expires_at: hours(20) }),
    aLink({ id: 'link_endsnot', created_at: hours(-5), expires_at: null }),
  ]
  await dashboard.importHistories()
})

test('links that expire soon are ordered by expiry, page by page and back', async () => {
  const page = (cursor?: string | null) =>
    listLinks(ctx, readQuery(linkFilterSchema, { expiring: 'soon', ...(cursor ? { cursor } : {}) }), {
      limit: 1,
    })
  const pages = [await page()]
  for (let last = pages.at(-1); last?.next_cursor; last = pages.at(-1))
    pages.push(await page(last.next_cursor))
  expect(pages.map(({ data }) => data[0]?.id)).toEqual([
    'link_ends07h',
    'link_ends20b',
    'link_ends20h',
    'link_ends40h',
  ])
  expect(pages.map(({ totals }) => totals?.from)).toEqual([1, 2, 3, 4])
  const back = await page(pages[3]?.newer_cursor)
  expect(back.data[0]?.id).toBe('link_ends20h')
})
