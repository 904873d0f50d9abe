import { beforeAll, expect, test } from 'vitest'
import { aPayment } from '@/test/factories/dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { failedPayment } from './get-payment'

const { dashboard, host, ctx } = await connectedDashboard()
const other = await externalHost()

beforeAll(async () => {
  const payer = { name: 'Emma Hughes', email: 'emma@x.test' }
  host.payments = [
    aPayment({ id: 'declined', status: 'FAILED', payer }),
    aPayment({ id: 'timed_out', status: 'TIMEOUT', payer: { name: '', email: 'emma@x.test' } }),
    aPayment({ id: 'paid', status: 'APPROVED', payer }),
  ]
  other.payments = [aPayment({ id: 'other', status: 'FAILED', payer })]
  await dashboard.owner(other, 'somebody@else.test')
  await dashboard.importHistories()
})

test('a new link can name its payer and the reason for it', async () => {
  expect(await failedPayment(ctx, 'declined', 'OWNER')).toEqual({
    id: 'declined',
    status: 'FAILED',
    payer: 'Emma Hughes',
  })
  expect(await failedPayment(ctx, 'timed_out', 'OWNER')).toMatchObject({
    status: 'TIMEOUT',
    payer: 'emma@x.test',
  })
})

test.each(['paid', 'other', 'nobody', '', 'a\0b'])(
  'a payment that is not failed gives a new link no reason: %j',
  async (id) => {
    expect(await failedPayment(ctx, id, 'OWNER')).toBeNull()
  },
)
