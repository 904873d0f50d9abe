import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { type ExternalHost, startExternalHost } from '@/test/external-host'
import { aPayment, NOON } from '@/test/factories/dashboard'
import { startDashboard, type TestDashboard } from '@/test/fixtures/test-dashboard'
import { failedPayment } from './failed-payment'

let dashboard: TestDashboard
let host: ExternalHost
let other: ExternalHost
let ctx: ConnectionContext

beforeAll(async () => {
  dashboard = await startDashboard()
  host = await startExternalHost(NOON)
  const payer = { name: 'Emma Hughes', email: 'emma@x.test' }
  host.payments = [
    aPayment({ id: 'declined', status: 'FAILED', payer }),
    aPayment({ id: 'timed_out', status: 'TIMEOUT', payer: { name: '', email: 'emma@x.test' } }),
    aPayment({ id: 'paid', status: 'APPROVED', payer }),
  ]
  other = await startExternalHost(NOON)
  other.payments = [aPayment({ id: 'foreign', status: 'FAILED', payer })]
  ctx = await dashboard.owner(host)
  await dashboard.owner(other, 'somebody@else.test')
  while (await workOneRun(dashboard, { owner: 'test' })) {
    // One run after the other, until both histories are imported.
  }
})
afterAll(async () => {
  await Promise.all([host.stop(), other.stop()])
  await dashboard.stop()
})

test('a new link can say for whom it is, and why that payer needs one', async () => {
  expect(await failedPayment(ctx, 'declined')).toEqual({
    id: 'declined',
    status: 'FAILED',
    payer: 'Emma Hughes',
  })
  expect(await failedPayment(ctx, 'timed_out')).toMatchObject({ status: 'TIMEOUT', payer: 'emma@x.test' })
})

test.each(['paid', 'foreign', 'nobody', '', 'a\0b'])('of %j it says nothing', async (id) => {
  expect(await failedPayment(ctx, id)).toBeNull()
})
