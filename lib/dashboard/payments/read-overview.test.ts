import { beforeAll, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { aCustomer, aLink, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { listPayments } from './list-payments'
import { paymentFilterSchema } from './payment-filter'
import { readOverview } from './read-overview'

const { dashboard, host, ctx } = await connectedDashboard()
const otherHost = await externalHost()
const link = { id: 'L1', title: 'Dinner', url: 'https://x.test' }
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000).toISOString()

beforeAll(async () => {
  const approved = { status: 'APPROVED', payment_link: link } as const
  host.payments = [
    // Noon in UTC is seven in New York; 04:59 in UTC is still the previous day there.
    aPayment({ ...approved, id: 'today', amount: 10.1, created_at: '2026-11-20T05:00:00.000Z' }),
    aPayment({ ...approved, id: 'yesterday', amount: 20.2, created_at: '2026-11-20T04:59:59.999Z' }),
    aPayment({ ...approved, id: 'first', amount: 1, created_at: '2026-10-22T04:00:00.000Z' }),
    aPayment({ ...approved, id: 'before', amount: 40, created_at: '2026-10-22T03:59:59.999Z' }),
    aPayment({ ...approved, id: 'long ago', amount: 999, created_at: '2026-09-01T00:00:00.000Z' }),
    aPayment({
      id: 'lost',
      status: 'FAILED',
      payment_link: link,
      created_at: inHours(-30),
      payer: { name: 'Bea', email: '' },
    }),
    aPayment({
      id: 'lost again',
      status: 'FAILED',
      payment_link: link,
      created_at: inHours(-29),
      payer: { name: 'Bea', email: '' },
    }),
    aPayment({ id: 'came back', status: 'FAILED', payment_link: link, created_at: inHours(-9) }),
    aPayment({
      id: 'lost elsewhere',
      status: 'FAILED',
      payment_link: { ...link, id: 'soon' },
      created_at: inHours(-28),
      payer: { name: 'Cid', email: 'Cid@example.test' },
    }),
    aPayment({
      id: 'lost here too',
      status: 'FAILED',
      payment_link: link,
      created_at: inHours(-27),
      payer: { name: 'Cid', email: 'cid@example.test' },
    }),
    aPayment({
      ...approved,
      id: 'somebody else without an e-mail',
      created_at: inHours(-1),
      amount: 0.5,
      payer: { name: 'Dan', email: '' },
    }),
    aPayment({ id: 'old loss', status: 'FAILED', payment_link: link, created_at: inHours(-24 * 8) }),
    // On the last of the thirty days before, although less than thirty times 24 hours ago.
    aPayment({ id: 'loss before', status: 'FAILED', created_at: '2026-10-22T03:59:59.999Z' }),
  ]
  host.links = [
    aLink({ id: 'L1', title: 'Dinner' }),
    aLink({ id: 'soon', title: 'Soon', expires_at: inHours(2) }),
    aLink({ id: 'later', title: 'Later', expires_at: inHours(100) }),
    aLink({ id: 'gone', title: 'Gone', expires_at: inHours(-1) }),
    aLink({ id: 'paid', title: 'Paid', expires_at: inHours(1), status: 'COMPLETED' }),
  ]
  await dashboard.importHistories()
})

test('Home counts thirty days of the account’s zone, including empty ones, and the thirty before', async () => {
  const { days, before, currency } = await readOverview(ctx, 'OWNER')
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: '2026-10-22', amount: 1, count: 1, before: 0 })
  expect(days.at(-2)).toEqual({ day: '2026-11-19', amount: 20.2, count: 1, before: 0 })
  expect(days.at(-1)).toEqual({ day: '2026-11-20', amount: 10.6, count: 2, before: 40 })
  expect(days[5]).toEqual({ day: '2026-10-27', amount: 0, count: 0, before: 0 })
  expect(before).toEqual({ amount: 40 })
  expect(currency).toBe('USD')
})

test('a decline is listed once per payer, until the payer has paid', async () => {
  const { unpaid, declined } = await readOverview(ctx, 'OWNER')
  expect(unpaid?.newest.map(({ id, payer }) => `${id}: ${payer}`)).toEqual([
    'lost here too: Cid',
    'lost again: Bea',
  ])
  expect(unpaid?.count).toBe(2)
  expect(declined).toEqual({ count: 6 })
})

test('the reasons of declines add up to the declines of the same thirty days', async () => {
  const { declines, declined } = await readOverview(ctx, 'OWNER')
  expect(declines).toEqual({ counted: declined.count, reasons: [{ code: null, count: declined.count }] })
})

test('the lists show exactly the counted rows', async () => {
  const { unpaid, expiring } = await readOverview(ctx, 'OWNER')
  const payments = await listPayments(
    ctx,
    readQuery(paymentFilterSchema, { status: 'FAILED', unpaid: '1' }),
    {
      role: 'OWNER',
    },
  )
  expect(payments.data.map(({ id }) => id)).toEqual(unpaid?.newest.map(({ id }) => id))
  expect(payments.totals?.count).toBe(unpaid?.count)
  expect(payments.totals?.counts).toMatchObject({ ALL: 2, FAILED: 2, APPROVED: 0 })
  const other = await listPayments(ctx, readQuery(paymentFilterSchema, { unpaid: '1', q: 'bea' }), {
    role: 'OWNER',
  })
  expect(other.data.map(({ id }) => id)).toEqual(['lost again'])
  const links = await listLinks(ctx, readQuery(linkFilterSchema, { expiring: 'soon' }))
  expect(links.data.map(({ id }) => id)).toEqual(expiring.next.map(({ id }) => id))
  expect(links.totals?.counts).toEqual({ ALL: 1, ACTIVE: 1, COMPLETED: 0, CANCELLED: 0, EXPIRED: 0 })
  expect(links.totals).toMatchObject({ count: 1, amount: 0 })
})

test('only a payable link counts as expiring soon', async () => {
  const { expiring } = await readOverview(ctx, 'OWNER')
  expect(expiring).toMatchObject({ count: 1, next: [{ id: 'soon', title: 'Soon', expires_at: inHours(2) }] })
})

test('a new account shows its next steps, and declines and an open debt are shown until they are resolved', async () => {
  const other = await dashboard.owner(otherHost, 'new@aurora.test')
  await dashboard.importHistories()
  expect(await readOverview(other, 'OWNER')).toMatchObject({
    setup: { webhook: true, link: false, customer: false, invitation: false },
    declines: { counted: 0, reasons: [] },
    debt: null,
  })
  otherHost.customers = [aCustomer()]
  otherHost.payments = [
    aPayment({ id: 'p1', status: 'FAILED', decline: { code: 'expired_card', advice: '' } }),
    aPayment({ id: 'p2', status: 'FAILED', decline: { code: 'expired_card', advice: '' } }),
    aPayment({ id: 'p3', status: 'FAILED' }),
  ]
  otherHost.settlements = [
    aSettlement({ id: 's1', status: 'DEBT', gross_amount: 1, fee_amount: 3.5, net_amount: -2.5 }),
  ]
  await reconcile(other)
  expect(await readOverview(other, 'OWNER')).toMatchObject({
    setup: { customer: true },
    declined: { count: 3 },
    declines: {
      counted: 3,
      reasons: [
        { code: 'expired_card', count: 2 },
        { code: null, count: 1 },
      ],
    },
    debt: { id: 's1', amount: 2.5, currency: 'USD' },
  })
  otherHost.payments.push(aPayment({ id: 'p4', status: 'APPROVED' }))
  otherHost.settlements.push(aSettlement({ id: 's2', created_at: inHours(1) }))
  await reconcile(other)
  expect(await readOverview(other, 'OWNER')).toMatchObject({ setup: null, debt: null })
})

async function reconcile(other: ConnectionContext): Promise<void> {
  await requestReconcile(other)
  await workOneRun(dashboard, { owner: 'test' })
}
