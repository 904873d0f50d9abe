import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import type { Settlement } from '@/lib/contract/settlement'
import { getPayment } from '@/lib/dashboard/payments/get-payment'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { aCustomer, anAccount, anAdjustment, aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { getSettlement } from './get-settlement'
import {
  listSettlements,
  settlementFilterSchema,
  settlementMonth,
  settlementTotals,
} from './list-settlements'

// An external host: no debt, and neither bank account nor reference unless a test adds them. Its zone is New York.
const { dashboard, host, ctx } = await connectedDashboard()

const made = (id: string, created_at: string, over: Partial<Settlement> = {}) =>
  aSettlement({ id, created_at, ...over })
const sent = (id: string, created_at: string, paid_at: string, over: Partial<Settlement> = {}) =>
  made(id, created_at, { status: 'PAID', paid_at, reference: `TRF-${id}`, ...over })

beforeAll(async () => {
  host.customers = [aCustomer({ id: 'cus_ada' })]
  host.payments = [
    aPayment({
      id: 'pay_1',
      status: 'APPROVED',
      amount: 100,
      settlement_id: 'set_f',
      customer_id: 'cus_ada',
    }),
    aPayment({ id: 'pay_2', status: 'APPROVED', amount: 20.5, settlement_id: 'set_f' }),
    aPayment({ id: 'pay_open', status: 'APPROVED', amount: 7 }),
  ]
  host.settlements = [
    // Half an hour before midnight of 31 October in New York, which in UTC is November.
    sent('set_a', '2026-11-01T03:30:00.000Z', '2026-11-02T15:00:00.000Z'),
    sent('set_b', '2026-11-01T04:00:00.000Z', '2026-11-02T15:00:00.000Z'),
    // Clocks are set back on 1 November: midnight is at 05:00 in UTC from then on.
    sent('set_c', '2026-12-01T04:59:59.000Z', '2026-12-01T15:00:00.000Z', {
      net_amount: 9.95,
      gross_amount: 10,
      fee_amount: 0.05,
    }),
    made('set_d', '2026-11-10T06:00:00.000Z', {
      status: 'DEBT',
      gross_amount: 1,
      fee_amount: 3,
      net_amount: -2,
    }),
    // Deducts the debt, without the field that reports it.
    sent('set_e', '2026-11-11T06:00:00.000Z', '2026-11-12T15:00:00.000Z', { net_amount: 114 }),
    made('set_f', '2026-11-13T06:00:00.000Z', { payment_count: 2 }),
  ]
  await dashboard.importHistories()
})

const list = (query: Record<string, string>) => listSettlements(ctx, readQuery(settlementFilterSchema, query))
const ids = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id)

test('the list is newest first with a count for every tab, and its sum excludes debts that a later net includes', async () => {
  const { data, totals } = await list({})
  expect(data.map(({ id }) => id)).toEqual(['set_c', 'set_f', 'set_e', 'set_d', 'set_b', 'set_a'])
  expect(totals).toMatchObject({ counts: { ALL: 6, PENDING: 1, PAID: 4, DEBT: 1 }, count: 6, amount: 471.95 })
  expect((await list({ status: 'PENDING' })).totals).toMatchObject({ count: 1, amount: 116 })
  expect(await settlementTotals(ctx, {})).toEqual({ totals })
})

test('a settlement that its host no longer has stays in the list but in no count or sum', async () => {
  const shop = await externalHost()
  shop.settlements = [
    made('set_known', '2026-11-10T06:00:00.000Z'),
    made('set_missing', '2026-11-11T06:00:00.000Z'),
  ]
  const other = await dashboard.owner(shop, 'missing@aurora.test')
  await dashboard.importHistories()
  await other.db.query({
    text: "UPDATE dashboard.mirror_settlement SET missing_at = $2 WHERE connection_id = $1 AND id = 'set_missing'",
    values: [other.connectionId, NOON],
  })
  const { data, totals } = await listSettlements(other, {})
  expect(data.map(({ id, mirror }) => [id, mirror.missing])).toEqual([
    ['set_missing', true],
    ['set_known', false],
  ])
  const known = { counts: { ALL: 1, PENDING: 1 }, count: 1, amount: 116 }
  expect(totals).toMatchObject(known)
  expect(await settlementTotals(other, { status: 'PENDING' })).toMatchObject({ totals: known })
})

test('a month is one of the account’s zone, at midnight and when the clocks change', async () => {
  expect(await ids({ month: '2026-10' })).toEqual(['set_a'])
  expect(await ids({ month: '2026-11' })).toEqual(['set_c', 'set_f', 'set_e', 'set_d', 'set_b'])
  expect(await ids({ month: '2026-12' })).toEqual([])
  expect(() => readQuery(settlementFilterSchema, { month: '2026-13' })).toThrow()
})

test('the calendar has a settlement on the last day of its payments', async () => {
  const shop = await externalHost()
  const last = { period_start: '2026-10-31T04:00:00.000Z', period_end: '2026-11-01T04:00:00.000Z' }
  shop.settlements = [made('set_last', last.period_end, last)]
  const other = await dashboard.owner(shop, 'calendar@aurora.test')
  await dashboard.importHistories()
  expect((await settlementMonth(other, '2026-10')).settlements).toMatchObject([{ day: '2026-10-31' }])
  expect((await settlementMonth(other, '2026-11')).settlements).toEqual([])
})

test.each([
  ['set_d', ['set_d']],
  ['trf-SET_B', ['set_b']],
  ['9.95', ['set_c']],
  ['-2.00', []],
  ['2,00 USD', ['set_d']],
  ['100%', []],
])('settlements are found by %s', async (q, found) => {
  expect(await ids({ q })).toEqual(found)
})

test('pages neither overlap nor leave gaps in both directions', async () => {
  const first = await listSettlements(ctx, {}, { limit: 4 })
  const second = await listSettlements(ctx, { cursor: first.next_cursor ?? '' }, { limit: 4 })
  expect(second.data.map(({ id }) => id)).toEqual(['set_b', 'set_a'])
  expect(second).toMatchObject({ has_more: false, next_cursor: null, totals: { from: 5 } })
})

test('for a host without debts, bank and reference the difference is shown, and no value is invented', async () => {
  expect(await getSettlement(ctx, 'set_e', { from: 'mirror' })).toMatchObject({
    settlement: { unexplained: -2, bank_account: null },
    expectedBy: null,
    late: false,
  })
  const debt = await getSettlement(ctx, 'set_d', { from: 'mirror' })
  expect(debt.settlement.unexplained).toBe(0)
  expect(debt.settlement.debt_amount).toBeUndefined()
})

test('the expected day of a transfer follows from the account’s own history, and the transfer is late after that day', async () => {
  const waiting = await getSettlement(ctx, 'set_f')
  // Created on Friday 13 November; transfers leave on the next working day.
  expect(waiting).toMatchObject({
    confirmed: true,
    expectedBy: '2026-11-16',
    late: true,
  })
  dashboard.setNow(new Date('2026-11-17T04:59:59.999Z'))
  expect((await getSettlement(ctx, 'set_f')).late).toBe(false)
  dashboard.setNow(new Date('2026-11-17T05:00:00.000Z'))
  expect((await getSettlement(ctx, 'set_f')).late).toBe(true)
  dashboard.setNow(NOON)
})

test('a payment links to its settlement and its customer by name, and the list can be filtered by settlement', async () => {
  expect(await getPayment(ctx, 'pay_1', { role: 'OWNER', from: 'mirror' })).toMatchObject({
    settlement: { id: 'set_f', status: 'PENDING' },
    customerName: 'Ada Lovelace',
  })
  expect(await getPayment(ctx, 'pay_open', { role: 'OWNER', from: 'mirror' })).toMatchObject({
    settlement: null,
    settlementSchedule: null,
    customerName: null,
  })
  const { data, totals } = await listPayments(ctx, readQuery(paymentFilterSchema, { settlement: 'set_f' }), {
    role: 'OWNER',
  })
  expect(data.map(({ id, settlement }) => [id, settlement?.id])).toEqual([
    ['pay_2', 'set_f'],
    ['pay_1', 'set_f'],
  ])
  expect(totals).toMatchObject({ count: 2, amount: 120.5 })
  const unsettled = await listPayments(
    ctx,
    readQuery(paymentFilterSchema, { status: 'APPROVED', unsettled: '1' }),
    {
      role: 'OWNER',
    },
  )
  expect(unsettled.data.map(({ id }) => id)).toEqual(['pay_open'])
  expect(unsettled.totals).toMatchObject({ count: 1, amount: 7 })
})

const file = (id: string, member = ctx) =>
  csvOf(dashboard, member, 'settlement', { query: { settlement_id: id } })
const rowsOf = async (...args: Parameters<typeof file>) =>
  Papa.parse<Record<string, string>>((await file(...args)).replace('\uFEFF', '').trim(), { header: true })
    .data

test('the file of a settlement contains exactly its payments, and the audit names it', async () => {
  const rows = await rowsOf('set_f')
  // The host reports no fees of payments: their sum is the rest.
  expect(rows.map((row) => [row.Type, row['Payment ID'], row.Net])).toEqual([
    ['Payment', 'pay_2', '20.50'],
    ['Payment', 'pay_1', '100.00'],
    ['Not listed', '', '-4.50'],
  ])
  const entry = await ctx.prisma.auditEntry.findFirst({ where: { action: 'settlements.export' } })
  expect(entry).toMatchObject({ outcome: 'done', details: { rows: 3, filters: { settlement_id: 'set_f' } } })
  await expect(file('set_nobodys')).rejects.toMatchObject({ code: 'resource_not_found' })
})

/** Connects a host with two payments of 100 and 20.50 in a settlement of these amounts. */
async function adjusted(name: string, over: Partial<Settlement>) {
  const shop = await externalHost()
  const settled = { status: 'APPROVED', settlement_id: 'set_x' } as const
  shop.payments = [
    aPayment({ id: 'pay_a', ...settled, amount: 100, fee_amount: 3.2, refunded_amount: 40 }),
    aPayment({ id: 'pay_b', ...settled, amount: 20.5, fee_amount: 0.89 }),
    aPayment({
      id: 'pay_old',
      status: 'APPROVED',
      amount: 60,
      payer: { name: 'Bo', email: 'bo@example.test' },
    }),
  ]
  shop.settlements = [
    made('set_x', '2026-11-13T06:00:00.000Z', { fee_amount: 4.09, payment_count: 2, ...over }),
  ]
  const member = await dashboard.owner(shop, `${name}@aurora.test`)
  await dashboard.importHistories()
  return { member, rows: await rowsOf('set_x', member) }
}
const sumOf = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
const adjustments = [
  anAdjustment({ payment_id: 'pay_old', amount: -8.5 }),
  anAdjustment({ type: 'dispute', id: 'dsp_1', payment_id: 'pay_gone', amount: -75 }),
  anAdjustment({ type: 'refund_reversal', id: 'ref_2', payment_id: 'pay_old', amount: 10 }),
]
const taken = { refund_amount: -1.5, dispute_amount: 75, debt_amount: 20, net_amount: 22.91 }

test('the net of a settlement’s file adds up to the settlement before its debt, with each refund and dispute', async () => {
  const { member, rows } = await adjusted('adjusted', { ...taken, adjustments })
  expect(rows.map((row) => [row.Type, row['Payment ID'], row['Refund or dispute ID'], row.Net])).toEqual([
    ['Payment', 'pay_b', '', '19.61'],
    ['Payment', 'pay_a', '', '96.80'],
    ['Refund', 'pay_old', 'ref_1', '-8.50'],
    ['Dispute', 'pay_gone', 'dsp_1', '-75.00'],
    ['Refund that came back', 'pay_old', 'ref_2', '10.00'],
  ])
  expect(['Gross', 'Fee', 'Net'].map((column) => sumOf(rows, column))).toEqual([12_050, -409, 4_291])
  // The refunded amount of today is no fact of the settlement.
  expect(Object.keys(rows[0] ?? {})).not.toContain('Refunded')
  expect(rows[2]).toMatchObject({ Payer: 'Bo', 'E-mail': 'bo@example.test', 'Settlement ID': 'set_x' })
  expect(await getSettlement(member, 'set_x')).toMatchObject({ settlement: { adjustments, unexplained: 0 } })
  const [listed] = (await listSettlements(member, {})).data
  expect(listed).not.toHaveProperty('adjustments')
})

test.each([
  ['a part', adjustments.slice(0, 2), '10.00', 5],
  ['nothing', undefined, '-73.50', 3],
])(
  'of a host that lists %s of what it took off, the file has the rest in one row',
  async (name, listed, rest, count) => {
    const { rows } = await adjusted(name.replace(' ', '-'), { ...taken, adjustments: listed })
    expect(rows).toHaveLength(count)
    expect(rows.at(-1)).toMatchObject({ Type: 'Not listed', Net: rest, Gross: '', 'Payment ID': '' })
    expect(sumOf(rows, 'Net')).toBe(4_291)
  },
)

test.each([
  ['JPY', { gross_amount: 12_000, fee_amount: 378, debt_amount: 500, net_amount: 11_122 }, 0],
  ['KWD', { gross_amount: 12.345, fee_amount: 0.358, debt_amount: 1.005, net_amount: 10.982 }, 0],
  ['KWD', { gross_amount: 12.345, fee_amount: 0.358, net_amount: 11.986 }, -0.001],
  [
    'EUR',
    { gross_amount: 100, fee_amount: 3, refund_amount: 12.5, dispute_amount: -20, net_amount: 104.5 },
    0,
  ],
])('a settlement in %s adds up to its last decimal', async (currency, amounts, left) => {
  const shop = await externalHost()
  shop.account = anAccount({ currency })
  shop.settlements = [made('set_next', '2026-11-11T06:00:00.000Z', { currency, ...amounts })]
  const other = await dashboard.owner(shop, `${currency}-${left}@aurora.test`)
  await dashboard.importHistories()
  const detail = await getSettlement(other, 'set_next', { from: 'mirror' })
  expect(detail.settlement.unexplained).toBe(left)
})
