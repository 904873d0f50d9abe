import { beforeAll, expect, test } from 'vitest'
import { aCustomer, aLink, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getCustomer, listCustomerLinks } from './get-customer'
import { revealContact } from './update-customer'

const { dashboard, host, ctx } = await connectedDashboard()
const contact = { phone: '+502 5555 1234', email: 'ada@example.test', notes: 'Gate code 4411' }
const customer = aCustomer({ id: 'C1', ...contact })

beforeAll(async () => {
  const at = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
  host.customers = [customer]
  host.payments = [
    aPayment({ id: 'P1', customer_id: 'C1', status: 'FAILED', created_at: at(9) }),
    aPayment({ id: 'P2', customer_id: 'C1', status: 'APPROVED', created_at: at(8) }),
    aPayment({ id: 'P3', customer_id: 'C1', status: 'APPROVED', created_at: at(7) }),
    aPayment({ id: 'P5', customer_id: 'C2', status: 'APPROVED', created_at: at(20) }),
  ]
  host.links = [
    aLink({ id: 'bound', customer_id: 'C1', status: 'COMPLETED', created_at: at(5) }),
    aLink({ id: 'charged', created_at: at(40) }),
    aLink({ id: 'other', customer_id: 'C2' }),
  ]
  await dashboard.importHistories()
  await ctx.db.query({
    text: `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency,
        idempotency_key, link_id, created_at, finished_at)
      VALUES ($1, 'chg_1', 'C1', 'LINK', 'LINKED', 120.5, 12050, 'USD', 'key-of-a-test', 'charged', $2, $2)`,
    values: [ctx.connectionId, NOON],
  })
  await ctx.db.query({
    text: `INSERT INTO dashboard.received_event
        (connection_id, delivery_id, kind, object_id, event_at, received_at, outcome, body)
      VALUES ($1, 'whd_1', 'customer.card_saved', 'C1', $2, $2, 'applied', $3), ($1, 'whd_2', 'customer.created', 'C1', $2, $2, 'applied', 'no JSON')`,
    values: [
      ctx.connectionId,
      NOON,
      JSON.stringify({ event: 'customer.card_saved', created_at: at(1), data: { customer } }),
    ],
  })
})

test('a customer shows the first approved payment and is confirmed by the host', async () => {
  expect(await getCustomer(ctx, 'C1', { role: 'SUPPORT' })).toMatchObject({
    confirmed: true,
    customer: { ...contact, masked: false },
    phone: { shown: contact.phone, dialled: '+50255551234' },
    first_paid_at: new Date(NOON.getTime() - 8 * 60_000).toISOString(),
  })
})

test('the links of a customer are those that name the customer and those of charges', async () => {
  const { data } = await listCustomerLinks(ctx, 'C1')
  expect(data.map(({ id, shown_status }) => [id, shown_status])).toEqual([
    ['charged', 'ACTIVE'],
    ['bound', 'COMPLETED'],
  ])
})

test('a role without contacts gets them nowhere in the response, not even in the bodies of webhooks', async () => {
  const detail = await getCustomer(ctx, 'C1', { role: 'VIEWER' })
  expect(detail.customer).toMatchObject({ masked: true, phone: '••• 1234', email: 'a•••@example.test' })
  expect(detail.events).toHaveLength(2)
  const text = JSON.stringify(detail)
  for (const secret of Object.values(contact)) expect(text).not.toContain(secret)
})

test('a contact is revealed only after the audit entry of its reader', async () => {
  expect(await revealContact(ctx, { id: 'C1' })).toEqual({
    ...contact,
    phone: { shown: contact.phone, dialled: '+50255551234' },
  })
  await expect(revealContact(ctx, { id: 'C9' })).rejects.toMatchObject({ code: 'resource_not_found' })
  expect((await getCustomer(ctx, 'C1', { role: 'OWNER' })).acts).toMatchObject([
    { action: 'customers.reveal', outcome: 'done', user: { id: ctx.userId } },
  ])
})

test('a customer that the host lacks is not found', async () => {
  await expect(getCustomer(ctx, 'C9', { role: 'OWNER' })).rejects.toMatchObject({
    code: 'resource_not_found',
  })
})
