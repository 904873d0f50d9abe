import { expect, test } from 'vitest'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { balanceView } from './balance-view'

const { host, ctx } = await connectedDashboard()

const balance = {
  object: 'balance',
  currency: 'USD',
  available: { payment_count: 2, gross_amount: 20, fee_amount: 1.5, net_amount: 18.5 },
  in_transit: 7,
  paid_out: 100,
  fee_schedule: { percent: 2.9, fixed: 0.3 },
}

test('the last answer stays with its age and the reason, whatever keeps the host from answering', async () => {
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
