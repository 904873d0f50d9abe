import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCustomers } from '@/lib/dashboard/customers/list-customers'
import { linkTotals, listLinks } from '@/lib/dashboard/links/list-links'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import { INSERT_CUSTOMERS } from '@/scripts/bench/mirror-customers'
import { aCustomer, aLink, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { rowsContaining, type Searched, similarRows } from './search-mirror'

const { dashboard, host, ctx } = await connectedDashboard()
const other = await externalHost()
const owner = new Client({ connectionString: dashboard.url })
/** More rows than are searched in their own order. */
const MANY = 2_500
const role = 'OWNER'
const longAgo = new Date(NOON.getTime() - 900 * 86_400_000).toISOString()
const rare = { created_at: longAgo }

const PAYMENTS = `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email,
    link_id, link_title, created_at, snapshot, rank, seen_at)
  SELECT $1, 'P' || n, 'APPROVED', 100, 'USD', 'Common Payer', 'common@example.test', 'L' || n, 'Dinner', $2::timestamptz - n * interval '1 hour',
    $3::jsonb || jsonb_build_object('id', 'P' || n), 1, $2 FROM generate_series(1, ${MANY}) AS n`
const LINKS = `INSERT INTO dashboard.mirror_link (connection_id, id, title, status, amount_minor, currency, paid_count, created_at, snapshot, rank, seen_at)
  SELECT $1, 'L' || n, 'Dinner', 'ACTIVE', 100, 'USD', 0, $2::timestamptz - n * interval '1 hour',
    $3::jsonb || jsonb_build_object('id', 'L' || n), 0, $2 FROM generate_series(1, ${MANY}) AS n`

beforeAll(async () => {
  host.customers = [
    aCustomer({
      id: 'cus_rare',
      name: 'Zoë O’Brien-Wölk',
      external_ref: 'CRM\\7%x_1',
      phone: '+44 20 7946 0958',
      ...rare,
    }),
    aCustomer({
      id: 'cus_short',
      name: '王伟',
      phone: '+86 138 0013 8000',
      email: 'w@example.test',
      ...rare,
    }),
  ]
  host.payments = [
    aPayment({
      id: 'pay_rare',
      amount: 1,
      payer: { name: 'Quincy Xylander', email: 'q.x@example.test' },
      payment_link: { id: 'pl_rare', title: 'Harpsichord', url: 'https://x.test/pay/pl_rare' },
      ...rare,
    }),
  ]
  host.links = [
    aLink({ id: 'pl_rare', title: 'Harpsichord', metadata: { invoice: 'INV-2231' }, amount: 612.5, ...rare }),
  ]
  const theirs = await dashboard.owner(other, 'somebody@else.test')
  other.customers = host.customers.map((customer) => ({ ...customer, id: `their_${customer.id}` }))
  await dashboard.importHistories()
  await owner.connect()
  for (const { connectionId } of [ctx, theirs]) {
    await owner.query(INSERT_CUSTOMERS, [connectionId, NOON, MANY])
    await owner.query(PAYMENTS, [connectionId, NOON, JSON.stringify(aPayment())])
    await owner.query(LINKS, [connectionId, NOON, JSON.stringify(aLink())])
  }
  await owner.query('ANALYZE')
})
afterAll(() => owner.end())

test.each([
  ['o’brien', 'cus_rare'],
  ['wolk zoe', 'cus_rare'],
  ['7%x_', 'cus_rare'],
  ['m\\7', 'cus_rare'],
  ['7946 0', 'cus_rare'],
  ['王伟', 'cus_short'],
  ['伟', 'cus_short'],
  ['8001380', 'cus_short'],
])('a customer among many is found by the fragment %s, however old', async (q, id) => {
  const { data } = await listCustomers(ctx, { q }, { role })
  expect(data.map((customer) => customer.id)).toEqual([id])
})

const [payment, link] = [['pay_rare'], ['pl_rare']]
test.each([
  ['xyland', payment, []],
  ['cy xy', payment, []],
  ['q.x@', payment, []],
  ['v-2231 quincy', payment, []],
  ['quincy 1.00', payment, []],
  ['arpsi', payment, link],
  ['INV-22', payment, link],
  ['31 612.50', [], link],
])(
  'a payment and a link among many are found by %s: the payer, the title, a reference or an amount',
  async (q, payments, links) => {
    expect((await listPayments(ctx, { q }, { role })).data.map(({ id }) => id)).toEqual(payments)
    expect((await listLinks(ctx, { q })).data.map(({ id }) => id)).toEqual(links)
  },
)

test.each([
  ['obrein', []],
  ['o’brein', ['cus_rare']],
  ['brien-wolg', ['cus_rare']],
  ['zoe wölkk', ['cus_rare']],
  ['zoe brien-wlk', ['cus_rare']],
  ['zoe bryan-wolk', []],
  ['cmr\\7%x_1', ['cus_rare']],
  ['crm\\7%x_2', []],
  ['brien-wolk 44207946095', []],
])('a customer among many is found by %s, with at most one mistake', async (q, ids) => {
  expect((await listCustomers(ctx, { q }, { role })).data.map(({ id }) => id)).toEqual(ids)
})

test('a payment and a link are found with a mistake in the name or the title, and counted', async () => {
  expect((await listPayments(ctx, { q: 'quincy xilander' }, { role })).data.map(({ id }) => id)).toEqual(
    payment,
  )
  expect((await listLinks(ctx, { q: 'harpsicord' })).data.map(({ id }) => id)).toEqual(link)
  expect((await linkTotals(ctx, { q: 'harpsicord' })).totals?.counts).toMatchObject({ ALL: 1 })
})

test('a text that a row contains finds no similar ones, and masked contacts cannot be guessed', async () => {
  expect(await similarRows(ctx, 'customers', ['brien'])).toEqual([])
  expect(await similarRows(ctx, 'customers', ['brein'])).toContain('cus_rare')
  const masked = { ...ctx, seesContacts: false }
  expect((await listCustomers(masked, { q: 'brein' }, { role })).data).toEqual([])
})

test('a file contains the rows that its list finds', async () => {
  const rowsOf = async (kind: 'payments' | 'customers', q: string) =>
    (await csvOf(dashboard, ctx, kind, { query: { q } })).trim().split('\r\n').slice(1)
  const payments = await rowsOf('payments', 'v-2231 quincy 1.00')
  expect(payments).toEqual([expect.stringContaining('pay_rare')])
  const customers = await rowsOf('customers', '7946 0')
  expect(customers).toEqual([expect.stringContaining('cus_rare')])
})

test('a search for a common text shows the newest rows, and that there are more', async () => {
  const nouns = { links: true, payments: true, customers: true, settlements: true }
  const found = await findAnything(ctx, { text: 'dinner', nouns, role })
  expect(found.payments.map(({ id }) => id)).toEqual(['P1', 'P2', 'P3', 'P4'])
  expect(found.more.payments).toBe(true)
  expect(found.links.map(({ id }) => id)).toEqual(['L1', 'L2', 'L3', 'L4'])
  const last = await listPayments(ctx, { q: 'dinner' }, { role })
  expect(last.data).toHaveLength(20)
  expect(last.totals?.count).toBe(MANY)
})

test('a part of many phones shows the newest customers, and that there are more', async () => {
  await owner.query(
    `UPDATE dashboard.mirror_customer
      SET phone_digits = '50222333' || right(id, 3), snapshot = snapshot || jsonb_build_object('phone', '+50222333' || right(id, 3))
      WHERE connection_id = $1 AND id BETWEEN 'cus_' || lpad('1501', 32, '0') AND 'cus_' || lpad('1600', 32, '0')`,
    [ctx.connectionId],
  )
  const nouns = { links: false, payments: false, customers: true, settlements: false }
  const found = await findAnything(ctx, { text: '22333', nouns, role })
  expect(found.customers.map(({ id }) => id.slice(-4))).toEqual(['1501', '1502', '1503', '1504'])
  expect(found.more.customers).toBe(true)
  const last = await listCustomers(ctx, { q: '22333600' }, { role })
  expect(last.data.map(({ id }) => id.slice(-4))).toEqual(['1600'])
})

test('a text that a hundred rows contain shows the newest of them, and that there are more', async () => {
  const some = `connection_id = $1 AND right(id, -1)::int BETWEEN 1501 AND 1600`
  await owner.query(
    `UPDATE dashboard.mirror_payment SET link_title = 'Regatta', payer_email = 'sailor@example.test',
      payer_name = CASE WHEN id = 'P1600' THEN 'A sailor' ELSE payer_name END,
      snapshot = CASE WHEN id = 'P1600' THEN jsonb_set(snapshot, '{card}', '{"brand":"visa","last4":"1881"}') ELSE snapshot END WHERE id LIKE 'P%' AND ${some}`,
    [ctx.connectionId],
  )
  await owner.query(`UPDATE dashboard.mirror_link SET title = 'Regatta' WHERE id LIKE 'L%' AND ${some}`, [
    ctx.connectionId,
  ])
  await owner.query(
    `UPDATE dashboard.mirror_customer SET name = 'Rower', email = 'oarsman@example.test'
      WHERE connection_id = $1 AND id BETWEEN 'cus_' || lpad('1501', 32, '0') AND 'cus_' || lpad('1600', 32, '0')`,
    [ctx.connectionId],
  )
  const nouns = { links: true, payments: true, customers: true, settlements: true }
  const find = (text: string) => findAnything(ctx, { text, nouns, role })

  const { payments, links, more: regattas } = await find('regatta')
  expect(payments.map(({ id }) => id)).toEqual(['P1501', 'P1502', 'P1503', 'P1504'])
  expect(links.map(({ id }) => id)).toEqual(['L1501', 'L1502', 'L1503', 'L1504'])
  expect(regattas).toMatchObject({ payments: true, links: true })
  const { customers, more: rowers } = await find('rower')
  expect(customers.map(({ id }) => id.slice(-4))).toEqual(['1501', '1502', '1503', '1504'])
  expect(rowers.customers).toBe(true)

  // Not the newest of them: the card and the role's rights decide as well.
  expect((await find('regatta ••1881')).payments.map(({ id }) => id)).toEqual(['P1600'])
  const masked = await findAnything(
    { ...ctx, seesContacts: false },
    { text: 'sailor', nouns, role: 'VIEWER' },
  )
  expect(masked.payments.map(({ id }) => id)).toEqual(['P1600'])
})

test('a search reads its index under row-level security, and never the whole table', async () => {
  const plans: string[] = []
  owner.on('notice', ({ message }) => plans.push(message ?? ''))
  await owner.query(`LOAD 'auto_explain'`)
  await owner.query(
    `SELECT set_config('auto_explain.log_min_duration', '0', false), set_config('auto_explain.log_nested_statements', 'on', false),
    set_config('client_min_messages', 'log', false), set_config('app.tenant', $1, false), set_config('role', 'checkout_dashboard', false)`,
    [ctx.connectionId],
  )
  const searches = [
    ['payments', 'xyland', 'mirror_payment_search'],
    ['customers', 'brien', 'mirror_customer_search'],
    ['phones', '79460', 'mirror_customer_phone_part'],
    ['links', 'arpsi', 'mirror_link_search'],
    ['references', 'v-2231', 'mirror_link_references'],
  ] as const satisfies readonly (readonly [Searched, string, string])[]
  for (const [searched, fragment, index] of searches) {
    plans.length = 0
    await owner.query('SELECT ids FROM dashboard.search_mirror($1, ARRAY[$2], 1000, 20, 2000)', [
      searched,
      fragment,
    ])
    const plan = plans.find((one) => one.includes('WITH candidate') && !one.includes('search_mirror('))
    expect(plan, searched).toContain(`Bitmap Index Scan on ${index}`)
    expect(plan, searched).not.toContain('Seq Scan')
  }
  await owner.query(
    `SELECT set_config('client_min_messages', 'notice', false), set_config('role', 'none', false)`,
  )
})

test('a search for a mistake ends by its cost, however long the texts are that a host sends', async () => {
  const LONG = `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email,
      created_at, snapshot, rank, seen_at)
    SELECT $1, 'long' || n, 'APPROVED', 100, 'USD', 'abcdefghijklmnopqrsXXvwxyzabcdefghijklmn ' || repeat('abcdefgh zyxw ', 8000), '', $2, '{}', 1, $2
    FROM generate_series(1, 300) AS n`
  await owner.query(LONG, [ctx.connectionId, NOON])
  const since = performance.now()
  const found = await similarRows(ctx, 'payments', ['abcdefghijklmnopqrstuvwxyzabcdefghijklmn'])
  expect(performance.now() - since).toBeLessThan(4_000)
  expect(found).toEqual([])
  await owner.query(`DELETE FROM dashboard.mirror_payment WHERE id LIKE 'long%'`)
}, 60_000)

test('a search finds rows of its own tenant only, for every role', async () => {
  const found = async (tenant: string) =>
    (
      await rowsContaining({ db: dashboard.database.as('checkout_dashboard', tenant) }, 'customers', [
        'brien',
      ])
    ).ids
  expect(await found(ctx.connectionId)).toEqual(['cus_rare'])
  expect(await found('')).toBeNull()
  for (const role of [
    'checkout_dashboard_system',
    'checkout_service',
    'checkout_system',
    'checkout_bank',
  ] as const)
    await expect(
      rowsContaining({ db: dashboard.database.as(role, ctx.connectionId) }, 'customers', ['brien']),
      role,
    ).rejects.toMatchObject({ code: '42501' })
})

test('a role with masked contacts finds no customer among many by a part of a phone or an e-mail', async () => {
  const masked = { ...ctx, seesContacts: false }
  for (const q of ['79460', '0958', 'ada@ex', 'payer7@'])
    expect((await listCustomers(masked, { q }, { role: 'VIEWER' })).data, q).toEqual([])
  expect((await listPayments(masked, { q: 'q.x@ex' }, { role: 'VIEWER' })).data).toEqual([])
  expect((await listCustomers(masked, { q: 'brien' }, { role: 'VIEWER' })).data).toHaveLength(1)
})
