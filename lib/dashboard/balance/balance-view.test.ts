import { expect, test } from 'vitest'
import { aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { balanceView } from './balance-view'

const { dashboard, host, ctx } = await connectedDashboard()

const balance = {
  object: 'balance',
  currency: 'USD',
  available: { payment_count: 2, gross_amount: 20, fee_amount: 1.5, net_amount: 18.5 },
  in_transit: 7,
  paid_out: 100,
  fee_schedule: { percent: 2.9, fixed: 0.3 },
}

test('the last balance stays with its age and the reason for any failure of the host', async () => {
  host.fault = () => 'hang up'
  expect(await balanceView(ctx)).toMatchObject({
    balance: null,
    at: null,
    confirmed: false,
    problem: { code: 'host_unreachable' },
  })
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  const answered = await balanceView(ctx)
  expect(answered).toMatchObject({ balance, confirmed: true, problem: null, next: null, transferTimes: null })
  const kept = { balance, at: answered.at }
  expect(await balanceView(ctx, 'mirror')).toMatchObject({ ...kept, confirmed: null, problem: null })
  const problems = [
    ['hang up', 'host_unreachable'],
    [{ status: 401, body: { error: { type: 'a', code: 'b', message: 'No.', details: {} } } }, 'host_refused'],
    [{ status: 200, body: { object: 'list' } }, 'contract_mismatch'],
  ] as const
  for (const [fault, code] of problems) {
    host.fault = () => fault
    expect(await balanceView(ctx)).toMatchObject({ ...kept, confirmed: false, problem: { code } })
  }
})

test('an unsettled closed day has the net of its own payments, up to midnight', async () => {
  host.account.settlement_schedule = 'daily'
  const approved = (id: string, amount: number, created_at: string) =>
    aPayment({ id, amount, created_at, status: 'APPROVED', fee_amount: 0.1 })
  // Midnight in New York is at 05:00 in UTC.
  host.payments = [
    approved('pay_1', 10.2, '2026-11-20T04:00:00.000Z'),
    approved('pay_2', 0.1, '2026-11-20T04:59:59.999Z'),
    approved('pay_3', 9.7, '2026-11-20T05:00:00.000Z'),
  ]
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  const daily = await dashboard.owner(host, 'daily@aurora.test')
  await dashboard.importHistories()
  expect((await balanceView(daily)).next).toEqual({
    first: '2026-11-19',
    last: '2026-11-19',
    made: '2026-11-20',
    isDue: true,
    net: 10.1,
    arrives: null,
  })
  // A balance whose net is less than gross − fees, from a host that reports no debt.
  const odd = { ...balance, available: { ...balance.available, net_amount: 13.5 } }
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: odd } : null)
  expect((await balanceView(daily)).next).toMatchObject({ isDue: true, net: null })
  const indebted = { ...odd, available: { ...odd.available, debt_amount: 5 } }
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: indebted } : null)
  expect((await balanceView(daily)).next).toMatchObject({ isDue: true, net: 5.1 })
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  dashboard.setNow(new Date('2026-11-21T05:00:00.000Z'))
  expect((await balanceView(daily)).next).toMatchObject({ first: '2026-11-21', isDue: false, net: 18.5 })
})
