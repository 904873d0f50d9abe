import { expect, test } from 'vitest'
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
  expect(answered).toMatchObject({ balance, confirmed: true, problem: null, next: null })
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

test('the next settlement is that of the current day of the account’s zone, with what is available', async () => {
  host.account.settlement_schedule = 'daily'
  host.fault = ({ path }) => (path === '/balance' ? { status: 200, body: balance } : null)
  const daily = await dashboard.owner(host, 'daily@aurora.test')
  // Midnight in New York is at 05:00 in UTC.
  dashboard.setNow(new Date('2026-11-21T04:59:59.999Z'))
  const day = { first: '2026-11-20', last: '2026-11-20', made: '2026-11-21' }
  expect((await balanceView(daily)).next).toEqual({ ...day, net: 18.5, arrives: null })
  dashboard.setNow(new Date('2026-11-21T05:00:00.000Z'))
  expect((await balanceView(daily)).next).toMatchObject({ first: '2026-11-21', made: '2026-11-22' })
})
