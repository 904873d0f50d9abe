import { beforeAll, expect, test } from 'vitest'
import { knownCustomers } from '@/lib/dashboard/customers/known-customers'
import { customerFilterSchema, listCustomers } from '@/lib/dashboard/customers/list-customers'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { aCustomer, aLink, anAccount, aPayment, NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { findAnything } from './find-anything'

const dashboard = await startDashboard(NOON)
const host = await externalHost()
host.account = anAccount({ country: 'BR', currency: 'BRL' })
const ctx = await dashboard.owner(host)
const created_at = NOON.toISOString()
const link = 'pl_019a0000b0a7'

beforeAll(async () => {
  const person = (id: string, name: string, phone: string, email: string | null = null) =>
    aCustomer({ id, name, phone, email, created_at })
  host.links = [aLink({ id: link, title: 'Passeio', amount: 298, currency: 'BRL', created_at })]
  host.payments = [
    aPayment({
      id: 'pay_carlos',
      amount: 120.5,
      currency: 'BRL',
      payer: { name: 'Carlos Souza', email: 'carlos@xn--mnchen-3ya.example' },
      created_at,
    }),
    aPayment({
      id: 'pay_large',
      amount: 1202.8,
      currency: 'BRL',
      payer: { name: 'أحمد', email: '' },
      created_at,
    }),
  ]
  host.customers = [
    person('cus_us', 'Kate', '+1 415 555 0188', 'kate@shop.test'),
    person('cus_mx', 'María', '5215512345678'),
    person('cus_br', 'João', '+55 31 9688 3193', 'joao@xn--mnchen-3ya.example'),
    person('cus_new', 'Rui', '(31) 98888-7777', 'rui@münchen.example'),
    person('cus_ar', 'Lucía', '+54 11 15 2345-6789'),
    person('cus_ar2', 'مُحَمَّد إبراهيم', '+971 50 123 4567'),
    person('cus_he', 'שָׁלוֹם', '+972 50 123 4567'),
  ]
  await dashboard.importHistories()
})

async function customersBy(q: string, role: MemberRole = 'OWNER') {
  const nouns = { links: false, payments: false, customers: true, settlements: false }
  const found = (await findAnything(ctx, { text: q, nouns, role })).customers.map(({ id }) => id)
  const listed = (await listCustomers(ctx, readQuery(customerFilterSchema, { q }), { role })).data.map(
    ({ id }) => id,
  )
  expect(listed).toEqual(found)
  return found
}

async function paymentsBy(q: string) {
  const nouns = { links: false, payments: true, customers: false, settlements: false }
  const found = (await findAnything(ctx, { text: q, nouns, role: 'OWNER' })).payments.map(({ id }) => id)
  const listed = (await listPayments(ctx, readQuery(paymentFilterSchema, { q }), { role: 'OWNER' })).data
  expect(listed.map(({ id }) => id)).toEqual(found)
  return found
}

test.each([
  ['wa.me/14155550188', 'cus_us'],
  ['https://wa.me/14155550188?text=Oi%20Kate', 'cus_us'],
  ['https://api.whatsapp.com/send?phone=14155550188', 'cus_us'],
  ['tel:+14155550188', 'cus_us'],
  ['Tel. +1 415 555 0188', 'cus_us'],
  ['kate\u200b@shop.test', 'cus_us'],
  ['+52 55 1234 5678', 'cus_mx'],
  ['+52 1 55 1234 5678', 'cus_mx'],
  ['31 99688-3193', 'cus_br'],
  ['31 9688-3193', 'cus_br'],
  ['Cel: (31) 99688 3193', 'cus_br'],
  ['+55 31 8888 7777', 'cus_new'],
  ['+54 9 11 2345 6789', 'cus_ar'],
  ['محمد', 'cus_ar2'],
  ['ابراهيم', 'cus_ar2'],
  ['שלום', 'cus_he'],
  ['joao@münchen.example', 'cus_br'],
  ['joao@xn--mnchen-3ya.example', 'cus_br'],
  ['rui@xn--mnchen-3ya.example', 'cus_new'],
])('the palette and the list find the customer in %s', async (q, id) => {
  expect(await customersBy(q)).toEqual([id])
})

test.each([
  ['R$ 120,50', ['pay_carlos']],
  ['R$ 1.202,80', ['pay_large']],
  ['Carlos Souza R$ 120,50', ['pay_carlos']],
  ['+120,50', ['pay_carlos']],
  ['احمد', ['pay_large']],
  ['carlos@münchen.example', ['pay_carlos']],
])('the palette and the list find the payments by %s', async (q, ids) => {
  expect(await paymentsBy(q)).toEqual(ids)
})

test.each([
  `https://shop.example/pay/${link}.`,
  `Oi! Segue o link do passeio: https://shop.example/pay/${link}, obrigado`,
])('the palette and the list find the link in %s', async (q) => {
  const nouns = { links: true, payments: false, customers: false, settlements: false }
  expect((await findAnything(ctx, { text: q, nouns, role: 'OWNER' })).links.map(({ id }) => id)).toEqual([
    link,
  ])
  expect((await listLinks(ctx, readQuery(linkFilterSchema, { q }))).data.map(({ id }) => id)).toEqual([link])
})

test('international domains are shown in Unicode', async () => {
  const { data } = await listCustomers(ctx, readQuery(customerFilterSchema, { q: 'João' }), { role: 'OWNER' })
  expect(data[0]?.email).toBe('joao@münchen.example')
  const payments = await listPayments(ctx, readQuery(paymentFilterSchema, { q: 'Carlos' }), { role: 'OWNER' })
  expect(payments.data[0]?.payer.email).toBe('carlos@münchen.example')
})

test('a form names the customer who has the phone or the e-mail in another spelling', async () => {
  const known = (typed: { phone?: string; email?: string }) =>
    knownCustomers(ctx, { phone: undefined, email: undefined, except: undefined, ...typed })
  expect(await known({ phone: '(031) 99688-3193' })).toMatchObject([{ id: 'cus_br', field: 'phone' }])
  expect(await known({ email: 'Joao@münchen.example' })).toMatchObject([{ id: 'cus_br', field: 'email' }])
})
