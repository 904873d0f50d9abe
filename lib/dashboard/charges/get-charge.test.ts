import { expect, test } from 'vitest'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { aCustomer } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getCharge } from './get-charge'
import { draftCharge } from './start-charge'

const { host, ctx } = await connectedDashboard()

test('a charge shows the phone in its national format, and masks it for roles without access to contacts', async () => {
  host.customers = [aCustomer({ id: 'ana', phone: '+15035550142' })]
  await fetchObject(ctx, 'customers', 'ana')
  const form = { form_token: 'form-token-1', customer_id: 'ana', way: 'CARD', amount: 25 } as const
  const { id } = await draftCharge(ctx, form)
  const phone = async (role: 'OWNER' | 'VIEWER') =>
    (await getCharge(ctx, id, { role, names: new Map() })).customer?.phone
  expect(await phone('OWNER')).toMatch(/503\D+555\D0142/)
  expect(await phone('VIEWER')).not.toContain('5550')
})
