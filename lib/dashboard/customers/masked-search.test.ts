import { beforeAll, expect, test } from 'vitest'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import { aCustomer, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { listCustomers } from './list-customers'

const { dashboard, host, ctx } = await connectedDashboard()
/** Context of a viewer. */
const masked = { ...ctx, seesContacts: false }
const nouns = { customers: true, payments: true, links: true, settlements: true }

beforeAll(async () => {
  host.customers = [
    aCustomer({
      id: 'cus_1',
      name: 'Ana García',
      phone: '+1 415 555 0132',
      email: 'ana.secret@example.test',
    }),
  ]
  host.payments = [
    aPayment({ id: 'P1', status: 'APPROVED', payer: { name: 'Luz', email: 'luz.hidden@example.test' } }),
  ]
  await dashboard.importHistories()
})

const customers = async (q: string) => (await listCustomers(masked, { q }, { role: 'VIEWER' })).data
const payments = async (q: string) =>
  (await listPayments(masked, readQuery(paymentFilterSchema, { q }), { role: 'VIEWER' })).data

test.each(['4155550', '0132', '14155550131', 'ana.secret', 'secret', 'ana.secret@example'])(
  'a role with masked contacts finds no customer by %s, a part of a phone or an e-mail',
  async (q) => {
    expect(await customers(q)).toEqual([])
    expect((await findAnything(masked, { text: q, nouns, role: 'VIEWER' })).customers).toEqual([])
  },
)

test.each(['luz.hidden', 'hidden', 'luz.hidden@example'])(
  'a role with masked contacts finds no payment by %s, a part of its payer’s e-mail',
  async (q) => {
    expect(await payments(q)).toEqual([])
    expect((await findAnything(masked, { text: q, nouns, role: 'VIEWER' })).payments).toEqual([])
  },
)

test('a name, a complete phone and a complete e-mail find their customer', async () => {
  for (const q of ['ana', 'García', '+1 415 555 0132', 'ana.secret@example.test'])
    expect((await customers(q)).map(({ id, masked }) => [id, masked])).toEqual([['cus_1', true]])
  for (const q of ['Luz', 'luz.hidden@example.test'])
    expect((await payments(q)).map(({ id }) => id)).toEqual(['P1'])
})
