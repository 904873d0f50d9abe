import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import { aCustomer, anAccount, aPayment, NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { knownCustomers } from './known-customers'
import { customerFilterSchema, customerTotals, listCustomers } from './list-customers'

const dashboard = await startDashboard(NOON)
const host = await externalHost()
host.account = anAccount({ country: 'US' })
const ctx = await dashboard.owner(host)

const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
const card = (expiry: string | null, last4 = '4242') => ({ brand: 'visa', last4, expiry })

beforeAll(async () => {
  host.customers = [
    aCustomer({
      id: 'cus_ana',
      name: 'Ana García',
      phone: '+1 (415) 555-0132',
      email: 'Ana@example.test',
      external_ref: 'CRM-77',
      notes: '=SUM(A1)',
      card: card('12/27'),
      created_at: minutesAgo(50),
    }),
    // One digit of Ana's phone differs, within the country.
    aCustomer({
      id: 'cus_near',
      name: 'Ben',
      phone: '415 555 0137',
      email: null,
      card: card('12/26', '1111'),
      created_at: minutesAgo(40),
    }),
    // Swiss, with the digits of Ana's phone without the country code.
    aCustomer({
      id: 'cus_swiss',
      name: 'Cora',
      phone: '+41 55 55 01 32',
      email: null,
      card: card('soon'),
      created_at: minutesAgo(30),
    }),
    aCustomer({
      id: 'cus_old',
      name: 'Dan',
      phone: '(212) 555-0199',
      email: null,
      card: card('1/2020'),
      created_at: minutesAgo(20),
    }),
    aCustomer({
      id: 'cus_gone',
      name: 'Eve',
      phone: null,
      email: null,
      status: 'ARCHIVED',
      created_at: minutesAgo(500_000),
    }),
  ]
  host.payments = [
    aPayment({
      id: 'pay_019a0000aaaa',
      amount: 80,
      status: 'APPROVED',
      customer_id: 'cus_ana',
      authorization_code: 'EHM0TL',
      created_at: minutesAgo(9),
    }),
    aPayment({
      id: 'pay_019a0000bbbb',
      amount: 20.5,
      status: 'APPROVED',
      customer_id: 'cus_ana',
      created_at: minutesAgo(4),
    }),
    aPayment({
      id: 'pay_019a0000cccc',
      amount: 7,
      status: 'FAILED',
      customer_id: 'cus_ana',
      created_at: minutesAgo(1),
    }),
  ]
  await dashboard.importHistories()
})

beforeEach(() => {
  host.requests = []
  host.fault = () => null
})

const list = (query: Record<string, string>, role: MemberRole = 'OWNER') =>
  listCustomers(ctx, readQuery(customerFilterSchema, query), { role })
const idsBy = async (q: string) => (await list({ q })).data.map(({ id }) => id)

describe('a search by phone', () => {
  test.each([
    '+1 415 555 0132',
    '\u202a+1\u00a0(415)\u00a0555\u20110132\u202c',
    '0014155550132',
    '00 1 415 555 0132',
    '4155550132',
    '(415) 555-0132',
    'https://wa.me/14155550132',
  ])('%s finds the same phone first, then one different digit, then the digits elsewhere', async (q) => {
    const { data, newPhone, search } = await list({ q, period: 'today' })
    expect(data.map(({ id, match }) => [id, match])).toEqual([
      ['cus_ana', 'exact'],
      ['cus_near', 'near'],
      ['cus_swiss', 'part'],
    ])
    expect([newPhone, search, host.requests]).toEqual([null, { as: 'phone', near: false }, []])
    const found = await findAnything(ctx, {
      text: q,
      nouns: { links: true, payments: true, customers: true, settlements: true },
      role: 'OWNER',
    })
    expect(found.customers.map(({ id }) => id)).toEqual(['cus_ana', 'cus_near', 'cus_swiss'])
    expect(found.newPhone).toBeNull()
  })

  test('a part of a phone finds its customer without a call of the host', async () => {
    expect(await idsBy('555-0199')).toEqual(['cus_old'])
    expect(await idsBy('0132')).toEqual(['cus_swiss', 'cus_ana'])
    expect(host.requests).toEqual([])
  })

  test('a phone that the mirror lacks is looked up at the host, and its customer mirrored', async () => {
    host.customers.push(aCustomer({ id: 'cus_late', name: 'Flo', phone: '+1 650 555 0111', email: null }))
    expect(await idsBy('650 555 0111')).toEqual(['cus_late'])
    expect(host.requests.map(({ path, query }) => [path, query.get('phone')])).toEqual([
      ['/customers', '+16505550111'],
    ])
    host.requests = []
    expect(await idsBy('650 555 0111')).toEqual(['cus_late'])
    expect(host.requests).toEqual([])
  })

  test('an unknown phone leads to a new customer, for roles that may create one', async () => {
    expect((await list({ q: '628 555 0100' })).newPhone).toBe('+1 628 555 0100')
    host.fault = () => ({ status: 500 })
    const nouns = { links: true, payments: true, customers: true, settlements: true }
    const search = (role: MemberRole) => findAnything(ctx, { text: '6285550100', nouns, role })
    expect((await search('SUPPORT')).newPhone).toBe('+1 628 555 0100')
    expect((await search('VIEWER')).newPhone).toBeNull()
  })
})

test.each([
  ['ana garcia', ['cus_ana']],
  ['ana@EXAMPLE', ['cus_ana']],
  ['cus_swiss', ['cus_swiss']],
  ['CRM-77', ['cus_ana']],
  ['4242', ['cus_old', 'cus_swiss', 'cus_ana']],
  ['visa ••1111', ['cus_near']],
  ['pay_019a0000cccc', ['cus_ana']],
  ['ehm0tl', ['cus_ana']],
  ['nobody at all', []],
])('customers are found by %s', async (q, ids) => {
  expect(await idsBy(q)).toEqual(ids)
})

test.each([
  ['none', ['cus_late', 'cus_gone']],
  ['saved', ['cus_swiss', 'cus_ana']],
  ['expiring', ['cus_near']],
  ['expired', ['cus_old']],
])('the list is filtered by cards in the state %s', async (state, ids) => {
  const { data, totals } = await list({ card: state })
  expect(data.map(({ id }) => id)).toEqual(ids)
  expect(totals?.counts.ALL).toBe(ids.length)
  expect((await customerTotals(ctx, readQuery(customerFilterSchema, { card: state }))).totals).toEqual(totals)
  // A card with an unreadable expiry counts as saved; every other row is in the displayed state.
  for (const { card_state, id } of data) expect(id === 'cus_swiss' ? 'saved' : card_state).toBe(state)
})

test('a row shows the collected amount of approved payments, the last of them, and the phone as dialed in the account’s country', async () => {
  const { data, totals } = await list({ status: 'ACTIVE', period: '30d' })
  expect(totals?.counts).toEqual({ ALL: 5, ACTIVE: 5, ARCHIVED: 0 })
  expect(data.find(({ id }) => id === 'cus_ana')).toMatchObject({
    collected: 100.5,
    last_payment_at: minutesAgo(4),
    phone_shown: '(415) 555-0132',
  })
  expect(data.find(({ id }) => id === 'cus_swiss')).toMatchObject({
    collected: 0,
    last_payment_at: null,
    phone_shown: '+41 55 55 01 32',
  })
})

test('a role without contacts sees no phone, e-mail or note in the list and in the search', async () => {
  const nouns = { links: false, payments: false, customers: true, settlements: true }
  const found = await findAnything(ctx, { text: '4155550132', nouns, role: 'VIEWER' })
  const text = JSON.stringify([await list({ q: '4155550132' }, 'VIEWER'), found.customers])
  expect(text).toContain('cus_ana')
  for (const hidden of ['555-0132', '415', 'Ana@example', 'SUM']) expect(text).not.toContain(hidden)
})

test('the file contains exactly the filtered rows with their contacts, no cell is a formula, and the audit names it', async () => {
  const file = await csvOf(dashboard, ctx, 'customers', { query: { q: 'garcia' }, role: 'SUPPORT' })
  const rows = file.trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(1)
  for (const cell of ['cus_ana', '(415) 555-0132', "'=SUM(A1)", '100.50']) expect(rows[0]).toContain(cell)
  const entry = await ctx.prisma.auditEntry.findFirst({ where: { action: 'customers.export' } })
  expect(entry).toMatchObject({ outcome: 'done', details: { rows: 1, filters: { q: '•••' } } })
})

test('the file masks the contacts for a role that does not see them', async () => {
  const file = await csvOf(dashboard, ctx, 'customers', { role: 'ACCOUNTANT' })
  expect(file).toContain('cus_ana')
  for (const hidden of ['555-0132', 'Ana@example', 'SUM']) expect(file).not.toContain(hidden)
})

test('a form finds another customer with its phone or e-mail, but not the one whom it changes', async () => {
  expect(await knownCustomers(ctx, { phone: '1 415 555 0132', email: 'ana@example.TEST' })).toEqual([
    { id: 'cus_ana', name: 'Ana García', field: 'phone' },
    { id: 'cus_ana', name: 'Ana García', field: 'email' },
  ])
  expect(await knownCustomers(ctx, { phone: '4155550132', except: 'cus_ana' })).toEqual([])
  expect(await knownCustomers(ctx, { phone: '415', email: 'ana' })).toEqual([])
})
