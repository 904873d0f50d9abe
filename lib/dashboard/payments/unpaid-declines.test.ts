import { beforeAll, expect, test } from 'vitest'
import { aCustomer, aLink, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getPayment } from './get-payment'
import { unpaidDeclines } from './payment-filter'

const { dashboard, host, ctx } = await connectedDashboard()
const hoursAgo = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000).toISOString()
const declined = (id: string, customer_id: string) =>
  aPayment({
    ...{ id, customer_id, status: 'FAILED', payment_link: null, created_at: hoursAgo(3) },
    payer: { name: `Name of ${customer_id}`, email: '' },
  })
const paid = (id: string, linkId: string, customer_id: string | null, hours = 2) =>
  aPayment({
    ...{ id, customer_id, status: 'APPROVED', created_at: hoursAgo(hours), approved_at: hoursAgo(hours) },
    payment_link: { id: linkId, title: 'Link', url: 'https://x.test' },
    payer: { name: 'Typed by hand', email: `${id}@typed.test` },
  })

beforeAll(async () => {
  dashboard.setNow(NOON)
  host.customers = ['ana', 'bea', 'cid', 'dan'].map((id) => aCustomer({ id }))
  host.links = [
    aLink({ id: 'of anybody' }),
    aLink({ id: 'of bea', customer_id: 'bea' }),
    aLink({ id: 'instead' }),
  ]
  host.payments = [
    ...['ana', 'bea', 'cid', 'dan'].map((id) => declined(`declined ${id}`, id)),
    paid('by customer', 'of anybody', 'ana'),
    paid('by link of customer', 'of bea', null),
    paid('by successor', 'instead', null),
    paid('earlier', 'of anybody', 'dan', 4),
  ]
  await dashboard.importHistories()
  const charge = { connectionId: ctx.connectionId, customerId: 'cid', amount: 25, amountMinor: 2_500 }
  const at = { createdAt: new Date(hoursAgo(3)), finishedAt: new Date(hoursAgo(3)), currency: 'USD' }
  await ctx.prisma.charge.createMany({
    data: [
      {
        ...{ ...charge, ...at, id: 'chg_1', way: 'CARD', state: 'DECLINED', idempotencyKey: 'key-1' },
        paymentId: 'declined cid',
      },
      {
        ...{ ...charge, ...at, id: 'chg_2', way: 'LINK', state: 'LINKED', idempotencyKey: 'key-2' },
        ...{ linkId: 'instead', replaces: 'chg_1' },
      },
    ],
  })
})

test('a customer who has paid by another of their links since is not listed, even under another name and e-mail', async () => {
  const { count, newest } = await unpaidDeclines(ctx, { role: 'OWNER', most: 5 })
  expect([count, newest.map(({ id }) => id)]).toEqual([1, ['declined dan']])
})

test.each([
  ['ana', 'by customer'],
  ['bea', 'by link of customer'],
  ['cid', 'by successor'],
  ['dan', undefined],
])('the decline of %s names the payment that followed it', async (id, later) => {
  const { paidLater } = await getPayment(ctx, `declined ${id}`, { role: 'OWNER' })
  expect(paidLater?.id).toBe(later)
})
