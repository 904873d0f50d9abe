import { beforeAll, expect, test } from 'vitest'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { aLink, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { findAnything } from './find-anything'

const { dashboard, host, ctx } = await connectedDashboard()
const other = await externalHost()

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
const [boat, wine] = ['pl_019a0000b0a7', 'pl_019a000031e5']
const [paid, other612, card, amex] = [
  'pay_019a00001111',
  'pay_019a00002222',
  'pay_019a00003333',
  'pay_019a00004444',
]

beforeAll(async () => {
  host.links = [
    aLink({
      id: boat,
      title: 'Boat trip',
      amount: 298,
      paid_count: 1,
      metadata: { invoice: 'INV-2231', order: 'order_5678abcd' },
      created_at: minutesAgo(9),
    }),
    aLink({ id: wine, title: 'Wine', amount: 612.5, paid_count: 2, max_uses: 5, created_at: minutesAgo(8) }),
  ]
  host.payments = [
    aPayment({
      id: paid,
      amount: 298,
      status: 'APPROVED',
      payer: { name: 'Grace Hopper', email: 'grace@navy.example' },
      payment_link: { id: boat, title: 'Boat trip', url: `https://x.test/pay/${boat}` },
      created_at: minutesAgo(7),
    }),
    aPayment({
      id: other612,
      amount: 612.5,
      payment_link: { id: wine, title: 'Wine', url: `https://x.test/pay/${wine}` },
      created_at: minutesAgo(6),
    }),
    aPayment({ id: card, amount: 1, card: { brand: 'visa', last4: '4242' }, created_at: minutesAgo(5) }),
    aPayment({ id: amex, amount: 2, card: { brand: 'amex', last4: '4242' }, created_at: minutesAgo(4) }),
  ]
  // Another merchant's link with the same reference has no effect on these payments.
  other.links = [aLink({ id: wine, title: 'Other', metadata: { invoice: 'INV-2231' } })]
  await dashboard.owner(other, 'somebody@else.test')
  await dashboard.importHistories()
})

test.each([
  ['298', [boat], [paid]],
  ['298.00', [boat], [paid]],
  ['$298', [boat], [paid]],
  ['298 usd', [boat], [paid]],
  ['612,50', [wine], [other612]],
  ['boat 298', [boat], [paid]],
  ['298.00 USD boat', [boat], [paid]],
  ['boat 299', [], []],
  ['298 EUR', [], []],
  [`http://localhost:3000/pay/${boat}`, [boat], [paid]],
  [`localhost:3000/pay/${boat}`, [boat], [paid]],
  [`shop.example/pay/${boat}?from=mail`, [boat], [paid]],
  [`https://shop.example/receipt/${paid}`, [], [paid]],
  [`shop.example/receipt/${paid}`, [], [paid]],
  ['INV-2231', [boat], [paid]],
  ['inv-2231 boat', [boat], [paid]],
  ['order_5678abcd', [boat], [paid]],
])('the palette and both lists find the same by %s', async (q, links, payments) => {
  const inLinks = await listLinks(ctx, readQuery(linkFilterSchema, { q }))
  const inPayments = await listPayments(ctx, readQuery(paymentFilterSchema, { q }), { role: 'OWNER' })
  const found = await findAnything(ctx, {
    text: q,
    nouns: { links: true, payments: true, customers: false, settlements: false },
    role: 'OWNER',
  })
  expect(inLinks.data.map(({ id }) => id)).toEqual(links)
  expect(inPayments.data.map(({ id }) => id)).toEqual(payments)
  expect(found.links.map(({ id }) => id)).toEqual(links)
  expect(found.payments.map(({ id }) => id)).toEqual(payments)
  expect(inLinks.totals?.count).toBe(links.length)
  expect(inLinks.totals?.counts.ALL).toBe(links.length)
  expect(inLinks.totals?.amount).toBe(links[0] === boat ? 298 : links[0] === wine ? 1225 : 0)
  expect(inPayments.totals?.count).toBe(payments.length)
})

test.each([
  ['visa 4242', [card]],
  ['Visa ••4242', [card]],
  ['American Express ••4242', [amex]],
  ['•••• 4242', [amex, card]],
  ['••4242', [amex, card]],
  ['Saved card ••4242', [amex, card]],
  ['lovelace visa 4242', [card]],
  ['hopper visa 4242', []],
  ['hopper inv-2231', [paid]],
  ['lovelace inv-2231', []],
  ['INV-22', [paid]],
])(
  'payments are found by a card as pages show it, and by terms of payer and reference together: %s',
  async (q, ids) => {
    const page = await listPayments(ctx, readQuery(paymentFilterSchema, { q }), { role: 'OWNER' })
    expect(page.data.map(({ id }) => id)).toEqual(ids)
    expect(page.totals?.counts.ALL).toBe(ids.length)
    const found = await findAnything(ctx, {
      text: q,
      nouns: { links: false, payments: true, customers: false, settlements: false },
      role: 'OWNER',
    })
    expect(found.payments.map(({ id }) => id)).toEqual(ids)
  },
)

test('a card or a URL is searched at any date, a reference within the days', async () => {
  const count = async (q: string) =>
    (
      await listPayments(ctx, readQuery(paymentFilterSchema, { q, period: 'custom', from: '2026-11-22' }), {
        role: 'OWNER',
      })
    ).totals?.count
  expect(await count('visa ••4242')).toBe(1)
  expect(await count(`shop.example/pay/${boat}`)).toBe(1)
  expect(await count('INV-2231')).toBe(0)
})

test('the file contains exactly the rows of the list', async () => {
  for (const [q, id] of [
    ['INV-2231', paid],
    ['visa ••4242', card],
    [`shop.example/pay/${wine}`, other612],
  ] as const) {
    const rows = (await csvOf(dashboard, ctx, 'payments', { query: { q } })).trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(id)
  }
})
