import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import type { Dispute } from '@/lib/contract/dispute'
import { customerFilterSchema, listCustomers } from '@/lib/dashboard/customers/list-customers'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { aCustomer, aPayment, aRefund, aRefundedPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { getPayment } from './get-payment'
import { listPayments, paymentTotals } from './list-payments'
import { paymentFilterSchema } from './payment-filter'

const { dashboard, host, ctx } = await connectedDashboard()

beforeAll(async () => {
  const customer_id = 'cus_1'
  const failed = aRefund({ id: 'ref_failed', status: 'FAILED', decline_code: 'declined' })
  host.customers = [aCustomer({ id: customer_id })]
  host.payments = [
    aRefundedPayment({ id: 'pay_part', amount: 20, customer_id }),
    aRefundedPayment({ id: 'pay_whole', amount: 5.5, customer_id }),
    aRefundedPayment({ id: 'pay_kept', amount: 7, customer_id }, [failed]),
    aPayment({ id: 'pay_plain', status: 'APPROVED', amount: 3 }),
  ]
  await dashboard.importHistories()
})

const query = (values: Record<string, string>) => readQuery(paymentFilterSchema, values)

test('the filter of refunds lists payments of which money went back, with their totals', async () => {
  const page = await listPayments(ctx, query({ refunded: '1' }), { role: 'OWNER' })
  expect(page.data.map(({ id }) => id).toSorted()).toEqual(['pay_part', 'pay_whole'])
  expect(page.totals).toMatchObject({ count: 2, amount: 25.5, net: 14.5 })
  expect((await paymentTotals(ctx, query({ refunded: '1' }))).totals).toEqual(page.totals)
})

test('what a customer paid is net of refunds, in the list and on the customer’s page', async () => {
  const { data } = await listCustomers(ctx, readQuery(customerFilterSchema, {}), { role: 'OWNER' })
  expect(data).toMatchObject([{ id: 'cus_1', collected: 21.5 }])
  const ofCustomer = await listPayments(ctx, query({ customer: 'cus_1' }), { role: 'OWNER' })
  expect(ofCustomer.totals).toMatchObject({ amount: 32.5, net: 21.5 })
})

test('the last column of the file has the refunded amount, empty without any', async () => {
  const text = await csvOf(dashboard, ctx, 'payments', { query: {} })
  const { data, meta } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    skipEmptyLines: true,
  })
  expect(meta.fields?.slice(-2)).toEqual(['Settlement ID', 'Refunded'])
  expect(Object.fromEntries(data.map((row) => [row['Payment ID'], row.Refunded]))).toEqual({
    pay_part: '5.50',
    pay_whole: '5.50',
    pay_kept: '',
    pay_plain: '',
  })
})

test('an event of a refund and the text of evidence are masked for a role without contacts', async () => {
  const dispute: Dispute = {
    object: 'dispute',
    id: 'dp_1',
    payment_id: 'pay_event',
    amount: 5,
    fee_amount: 1,
    currency: 'USD',
    reason: 'OTHER',
    status: 'UNDER_REVIEW',
    evidence_due_at: null,
    evidence: { text: 'Call +1 415 555 0132', files: [], submitted_at: NOON.toISOString() },
    created_at: NOON.toISOString(),
    closed_at: null,
  }
  const payment = aRefundedPayment({ id: 'pay_event', dispute })
  const envelope = { event: 'payment.refunded', created_at: NOON.toISOString(), data: { payment } }
  await applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId: 'd1',
    envelope,
    body: JSON.stringify(envelope),
    sentAt: NOON,
    now: NOON,
  })
  const shown = async (role: MemberRole) =>
    JSON.stringify(await getPayment(ctx, 'pay_event', { role, from: 'mirror' }))
  for (const contact of ['ada@example.test', '415 555']) {
    expect(await shown('OWNER')).toContain(contact)
    expect(await shown('VIEWER')).not.toContain(contact)
  }
})
