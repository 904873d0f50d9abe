import { expect, test, vi } from 'vitest'
import { signatureHeader } from '@/lib/contract/signature'
import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { aLink, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { killReceiver } from '@/test/fixtures/killed-receiver'
import { SIGNING_SECRET } from '@/test/fixtures/test-dashboard'
import { DeliveryLimits } from './delivery-limits'
import { type IncomingDelivery, receiveDelivery } from './receive-delivery'

const { dashboard, ctx } = await connectedDashboard(new Date())
const receiver = { secretsOf: new SigningSecrets(dashboard), limits: new DeliveryLimits(dashboard) }

function approval(): IncomingDelivery {
  const { id: linkId, title, url } = aLink()
  const payment = aPayment({ id: 'P1', status: 'APPROVED', payment_link: { id: linkId, title, url } })
  const created_at = dashboard.now().toISOString()
  const event = { event: 'payment.succeeded', created_at, data: { payment } }
  const body = Buffer.from(JSON.stringify(event))
  const signature = signatureHeader([SIGNING_SECRET], Math.floor(Date.now() / 1_000), body)
  return { connectionId: ctx.connectionId, deliveryId: 'd-1', signature, body }
}

test('an event is applied once if its receiver was killed and it is delivered again while Postgres still applies the first one', async () => {
  const delivery = approval()
  const { owner, pid, blocked, release } = await killReceiver(dashboard.url, delivery)
  const again = receiveDelivery(receiver, delivery)
  await blocked(2)
  await release()
  expect(await again).toMatchObject({ ok: true })
  await vi.waitUntil(async () => {
    const { rows } = await owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])
    return rows.length === 0
  })
  const read = async (text: string) => (await ctx.db.query<object>({ text })).rows
  expect(await read('SELECT id, status FROM dashboard.mirror_payment')).toEqual([
    { id: 'P1', status: 'APPROVED' },
  ])
  expect(await read('SELECT outcome FROM dashboard.received_event')).toEqual([{ outcome: 'applied' }])
  expect(await read('SELECT noun FROM dashboard.object_fetch')).toEqual([{ noun: 'links' }])
  expect(await read('SELECT sum(payments)::integer AS payments FROM dashboard.payment_day')).toEqual([
    { payments: 1 },
  ])
})
