import { expect, test } from 'vitest'
import type { Balance } from '@/lib/contract/balance'
import type { Payment } from '@/lib/contract/payment'
import type { Settlement } from '@/lib/contract/settlement'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { anAccount, aPayment, aSettlement } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { explainBalance } from './explain-balance'
import { refreshBalance } from './refresh-balance'
import { type BalanceFigure, balanceFigures } from './shape'

const dashboard = await startDashboard()
type Explanation = Awaited<ReturnType<typeof explainBalance>>

type Books = {
  currency: string
  available: Balance['available']
  in_transit: number
  paid_out: number
  payments: Partial<Payment>[]
  settlements: Partial<Settlement>[]
}

let serial = 0

/** Explains every figure of an account whose host returns these books. */
async function explained(
  books: Books,
  role: MemberRole = 'OWNER',
): Promise<Record<BalanceFigure, Explanation>> {
  const { currency, payments, settlements, ...figures } = books
  const host = await externalHost()
  host.account = anAccount({ currency })
  host.payments = payments.map((payment, index) =>
    aPayment({ id: `pay_${index}`, currency, status: 'APPROVED', ...payment }),
  )
  host.settlements = settlements.map((settlement, index) =>
    aSettlement({ id: `set_${index}`, currency, ...settlement }),
  )
  const balance = { object: 'balance', currency, ...figures, fee_schedule: { percent: 2.9, fixed: 0.3 } }
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  serial += 1
  const ctx = await dashboard.owner(host, `owner${serial}@aurora.test`)
  await dashboard.importHistories()
  await refreshBalance(ctx)
  const all = await Promise.all(balanceFigures.map((figure) => explainBalance(ctx, figure, role)))
  return Object.fromEntries(all.map((one) => [one.figure, one])) as Record<BalanceFigure, Explanation>
}

/** Ten payments of 0.1, whose doubles do not sum to 1. */
const tenths = Array.from({ length: 10 }, () => ({ amount: 0.1, fee_amount: 0.01 }))

test.each([
  {
    title: 'dollars with a debt',
    books: {
      currency: 'USD',
      available: { payment_count: 10, gross_amount: 1, fee_amount: 0.1, net_amount: -3.6, debt_amount: 4.5 },
      in_transit: 0.3,
      paid_out: 116,
      payments: [...tenths, { amount: 9, settlement_id: 'set_2' }, { amount: 5, status: 'FAILED' as const }],
      settlements: [
        { status: 'PENDING' as const, net_amount: 0.1 },
        { status: 'PENDING' as const, net_amount: 0.2 },
        { status: 'PAID' as const, net_amount: 116 },
        { status: 'DEBT' as const, net_amount: -4.5 },
      ],
    },
  },
  {
    title: 'yen',
    books: {
      currency: 'JPY',
      available: { payment_count: 2, gross_amount: 3_001, fee_amount: 88, net_amount: 2_913, debt_amount: 0 },
      in_transit: 1_000,
      paid_out: 0,
      payments: [
        { amount: 3_000, fee_amount: 87 },
        { amount: 1, fee_amount: 1 },
      ],
      settlements: [{ status: 'PENDING' as const, net_amount: 1_000 }],
    },
  },
  {
    title: 'dinars',
    books: {
      currency: 'KWD',
      available: {
        payment_count: 2,
        gross_amount: 0.303,
        fee_amount: 0.012,
        net_amount: 0.291,
        debt_amount: 0,
      },
      in_transit: 0,
      paid_out: 1.001,
      payments: [
        { amount: 0.101, fee_amount: 0.004 },
        { amount: 0.202, fee_amount: 0.008 },
      ],
      settlements: [{ status: 'PAID' as const, net_amount: 1.001 }],
    },
  },
  {
    title: 'refunds and disputes',
    books: {
      currency: 'USD',
      available: {
        ...{ payment_count: 1, gross_amount: 10, fee_amount: 1 },
        ...{ refund_amount: 4, dispute_amount: 6, debt_amount: 0, net_amount: -1 },
      },
      in_transit: 0,
      paid_out: 0,
      payments: [{ amount: 10, fee_amount: 1 }],
      settlements: [],
    },
  },
  {
    title: 'a host that omits every optional field',
    books: {
      currency: 'USD',
      available: { payment_count: 3, gross_amount: 0.6, fee_amount: 0.06, net_amount: 0.54 },
      in_transit: 0.3,
      paid_out: 0.7,
      payments: [{ amount: 0.1 }, { amount: 0.2 }, { amount: 0.3 }],
      settlements: [
        { status: 'PENDING' as const, net_amount: 0.3 },
        { status: 'PAID' as const, net_amount: 0.7 },
      ],
    },
  },
])('every figure adds up in $title', async ({ books }) => {
  for (const explanation of Object.values(await explained(books))) {
    expect(explanation).toMatchObject({ adds_up: true, unexplained: 0, difference: 0 })
    const minor = (amount: number | null) => Math.round((amount ?? 0) * 1_000)
    const terms = explanation.terms.reduce((sum, { amount }) => sum + minor(amount), 0)
    const rows = explanation.rows.reduce((sum, { amount }) => sum + minor(amount), 0)
    expect(terms).toBe(minor(explanation.amount))
    expect(rows).toBe(minor(explanation.sum))
    expect(explanation.terms[0]).toMatchObject({ amount: explanation.sum, count: explanation.count })
  }
})

test('a host without debts and fees of payments leaves a part of its balance unexplained, and its fees unchecked', async () => {
  const { available, in_transit } = await explained({
    currency: 'USD',
    available: { payment_count: 1, gross_amount: 20, fee_amount: 1, net_amount: 6.6 },
    in_transit: 30,
    paid_out: 0,
    payments: [{ amount: 20 }],
    settlements: [{ status: 'PENDING', net_amount: 17.6 }],
  })
  expect(available).toMatchObject({ unexplained: -12.4, difference: 0, adds_up: false })
  expect(available.terms).toEqual([
    { key: 'gross', amount: 20, count: 1 },
    { key: 'fees', amount: -1 },
  ])
  expect(available.fees).toEqual({ sum: 0, reported: 0 })
  expect(in_transit).toMatchObject({ unexplained: 12.4, adds_up: false })
})

test('payments that the mirror lacks are a difference of the gross, and different fees invalidate the sum', async () => {
  const books = {
    currency: 'USD',
    available: { payment_count: 2, gross_amount: 20, fee_amount: 1, net_amount: 19 },
    in_transit: 0,
    paid_out: 0,
    settlements: [],
  }
  const lacking = await explained({ ...books, payments: [{ amount: 12.5, fee_amount: 0.5 }] })
  expect(lacking.available).toMatchObject({ difference: 7.5, unexplained: 0, adds_up: false })
  const payments = [
    { amount: 15, fee_amount: 0.5 },
    { amount: 5, fee_amount: 0.4 },
  ]
  const other = await explained({ ...books, payments })
  expect(other.available).toMatchObject({ difference: 0, fees: { sum: 0.9, reported: 2 }, adds_up: false })
})

test('an explanation names a payer without a name by the e-mail as the role sees it', async () => {
  const books = {
    currency: 'USD',
    available: { payment_count: 2, gross_amount: 20, fee_amount: 1, net_amount: 19 },
    in_transit: 0,
    paid_out: 0,
    payments: [
      { amount: 15, payer: { name: '', email: 'ana@example.test' } },
      { amount: 5, payer: { name: 'Bo', email: 'bo@example.test' } },
    ],
    settlements: [],
  }
  const payers = async (role: MemberRole) =>
    (await explained(books, role)).available.rows.map(({ payer }) => payer).sort()
  expect(await payers('SUPPORT')).toEqual(['Bo', 'ana@example.test'])
  expect(await payers('ACCOUNTANT')).toEqual(['Bo', 'a•••@example.test'])
})
