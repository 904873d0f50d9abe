import { expect, test } from 'vitest'
import { getCustomer } from '@/lib/dashboard/customers/get-customer'
import { getLink } from '@/lib/dashboard/links/get-link'
import { getPayment } from '@/lib/dashboard/payments/get-payment'
import { aCustomer, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { sendCharge } from './send-charge'
import { draftCharge, linkInstead } from './start-charge'

test('payment, link and customer link to the charges that created them', async () => {
  const { dashboard, host, ctx } = await connectedDashboard()
  host.customers = [aCustomer({ id: 'ana' }), aCustomer({ id: 'bea' })]
  host.payments = [aPayment({ id: 'other' })]
  await dashboard.importHistories()
  const drafted = (amount: number) =>
    draftCharge(ctx, { form_token: `form-token-${amount}`, customer_id: 'ana', way: 'CARD', amount })
  const paid = await sendCharge(ctx, await drafted(25))
  const draft = await drafted(40)
  const linked = await linkInstead(ctx, draft)
  expect([paid.state, linked.state]).toEqual(['PAID', 'LINKED'])

  expect(await getPayment(ctx, paid.payment_id ?? '', { role: 'OWNER' })).toMatchObject({ chargeId: paid.id })
  expect(await getPayment(ctx, 'other', { role: 'OWNER' })).toMatchObject({ chargeId: null })
  expect(await getLink(ctx, linked.link_id ?? '')).toMatchObject({ chargeId: linked.id })
  const actsOn = async (id: string) => (await getCustomer(ctx, id, { role: 'SUPPORT' })).acts
  const acts = (await actsOn('ana')).map(({ action, charge }) => ({ action, charge }))
  expect(acts).toHaveLength(2)
  expect(acts).toContainEqual({
    action: 'charges.create',
    charge: { id: paid.id, way: 'CARD', amount: 25, currency: 'USD', replaces: null },
  })
  expect(acts).toContainEqual({
    action: 'charges.create',
    charge: { id: linked.id, way: 'LINK', amount: 40, currency: 'USD', replaces: draft.id },
  })
  expect(await actsOn('bea')).toEqual([])
})
