import { expect, test } from 'vitest'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { aCustomer } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { draftCharge } from './draft-charge'
import { getCharge } from './get-charge'

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

test('only roles with access to API calls see the idempotency key of a sent charge', async () => {
  const form = { form_token: 'form-token-2', customer_id: 'ana', way: 'CARD', amount: 30 } as const
  const { id } = await draftCharge(ctx, form)
  const key = async (role: 'DEVELOPER' | 'SUPPORT') =>
    (await getCharge(ctx, id, { role, names: new Map(), isQuick: true })).idempotency_key
  expect(await key('DEVELOPER')).toBeNull()
  await ctx.db.query({
    text: `UPDATE dashboard.charge SET state = 'SENDING', owner = 'test', lease_until = now(), attempts = 1,
      sent_at = now() WHERE connection_id = $1 AND id = $2`,
    values: [ctx.connectionId, id],
  })
  expect(await key('DEVELOPER')).toBeTruthy()
  expect(await key('SUPPORT')).toBeNull()
})
