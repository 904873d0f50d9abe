import { beforeAll, expect, test } from 'vitest'
import { shownLinkStatuses } from '@/lib/contract/states'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { aLink, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { linkFilterSchema } from './link-conditions'
import { listLinks } from './list-links'

const { dashboard, host, ctx } = await connectedDashboard()

const hoursFromNow = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000).toISOString()

beforeAll(async () => {
  const many = { max_uses: null, created_at: hoursFromNow(-2) }
  host.links = [
    aLink({ ...many, id: 'link_aaaaaaaa', title: 'Tea 100%', amount: 19.99, paid_count: 3 }),
    aLink({
      ...many,
      id: 'link_bbbbbbbb',
      title: 'Tea',
      amount: 5,
      paid_count: 2,
      expires_at: hoursFromNow(1),
    }),
    aLink({
      ...many,
      id: 'link_cccccccc',
      title: 'Cake',
      metadata: { order: 'order_12345678' },
      amount: 7,
      paid_count: 1,
      expires_at: hoursFromNow(-1),
    }),
    aLink({ ...many, id: 'link_dddddddd', title: 'Full', amount: 100, paid_count: 1, status: 'COMPLETED' }),
    aLink({ ...many, id: 'link_eeeeeeee', title: 'Elsewhere', amount: 100, paid_count: 9, currency: 'EUR' }),
    aLink({
      ...many,
      id: 'link_ffffffff',
      title: 'Old',
      amount: 1,
      paid_count: 1,
      created_at: hoursFromNow(-48),
    }),
  ]
  await dashboard.importHistories()
})

test.each([
  ['all, but no other currency', {}, 177.97],
  ['those that can be paid', { status: 'ACTIVE' }, 70.97],
  ['those that have expired', { status: 'EXPIRED' }, 7],
  ['those that are completed', { status: 'COMPLETED' }, 100],
  ['those that expire soon', { expiring: 'soon' }, 10],
  ['a title', { q: 'tea' }, 69.97],
  ['a sign that means something in SQL', { q: '%' }, 59.97],
  ['a title without its accents', { q: 'TÉA' }, 69.97],
  ['terms in any order', { q: '100%, tea' }, 59.97],
  ['a reference', { q: 'ORDER_12345678' }, 7],
  ['a reference that looks like an id', { q: 'order_12345678' }, 7],
  ['an id', { q: 'link_cccccccc' }, 7],
  ['an amount, in the account’s currency', { q: '100' }, 159.97],
  ['nothing', { q: 'nobody has it' }, 0],
])('the links’ list sums the collected amounts: %s', async (_, query, amount) => {
  const page = await listLinks(ctx, readQuery(linkFilterSchema, query))
  expect(page.totals).toMatchObject({ amount, currency: 'USD', count: page.data.length })
})

test('each tab counts the links of its list', async () => {
  for (const query of [{}, { q: 'tea' }, { q: '100' }, { expiring: 'soon' }]) {
    const { totals } = await listLinks(ctx, readQuery(linkFilterSchema, query))
    for (const status of shownLinkStatuses) {
      const { data } = await listLinks(ctx, readQuery(linkFilterSchema, { ...query, status }))
      expect(totals?.counts[status], `${status} of ${JSON.stringify(query)}`).toBe(data.length)
    }
    expect(totals?.counts.ALL).toBe((await listLinks(ctx, readQuery(linkFilterSchema, query))).data.length)
  }
})

test('the sum covers all pages', async () => {
  const page = await listLinks(ctx, {}, { limit: 1 })
  expect(page.data).toHaveLength(1)
  expect(page.totals?.amount).toBe(177.97)
})
