import { beforeEach, expect, test } from 'vitest'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { aCustomer, anAccount, NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { createCustomer } from './create-customer'

const dashboard = await startDashboard(NOON)
const host = await externalHost()
host.account = anAccount({ country: 'US' })
const ctx = await dashboard.owner(host)

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.fault = () => null
  host.customers = []
  await ctx.db.query({ text: 'DELETE FROM dashboard.mirror_customer' })
  await dashboard.emptyAudit()
})

let forms = 0
const form = (over: Record<string, unknown> = {}) => {
  forms += 1
  return { form_token: `form-token-${forms}`, name: 'Ana García', phone: '(415) 555-0132', ...over }
}
const audit = async () =>
  (await ctx.prisma.auditEntry.findMany()).map(({ outcome, objectId }) => [outcome, objectId])
const mirrored = async () => (await ctx.prisma.mirrorCustomer.findMany()).map(({ id }) => id)

test('a new customer is sent with an international phone, mirrored at once and audited, and a second submit creates no second one', async () => {
  const sent = form({ notes: ' VIP ', external_ref: 'CRM-1' })
  expect(await createCustomer(ctx, sent)).toEqual({ id: 'C1' })
  expect(await createCustomer(ctx, sent)).toEqual({ id: 'C1' })
  expect(host.customers).toMatchObject([{ phone: '+1 415 555 0132', notes: 'VIP', external_ref: 'CRM-1' }])
  expect(await mirrored()).toEqual(['C1'])
  expect(await audit()).toEqual([['done', 'C1']])
})

test('after a lost response the customer is found by phone', async () => {
  host.fault = ({ method }) => (method === 'POST' ? { status: 502, after: true } : null)
  expect(await createCustomer(ctx, form())).toEqual({ id: 'C1' })
  expect(await mirrored()).toEqual(['C1'])
  expect(await audit()).toEqual([['done', 'C1']])
})

test('after a lost call that created nothing, and with the host unavailable, the same form finds or creates one customer', async () => {
  const sent = form()
  host.fault = () => 'hang up'
  await expect(createCustomer(ctx, sent)).rejects.toMatchObject({ code: 'outcome_unknown' })
  expect(await audit()).toEqual([['unknown', null]])
  host.fault = () => null
  expect(await createCustomer(ctx, sent)).toEqual({ id: 'C1' })
  expect(host.customers).toHaveLength(1)
  expect(await audit()).toEqual([['done', 'C1']])
})

test('the phone of another customer is refused, and that customer is mirrored', async () => {
  host.customers = [aCustomer({ id: 'cus_ben', name: 'Ben', phone: '+1 415 555 0132' })]
  const refused = await createCustomer(ctx, form()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(HostRefused)
  expect(refused).toMatchObject({ status: 409, details: { customer_id: 'cus_ben' } })
  expect(await mirrored()).toEqual(['cus_ben'])
  expect(await audit()).toEqual([['failed', null]])
})

test('after a lost response another member’s customer with the same phone is never returned', async () => {
  host.customers = [aCustomer({ id: 'cus_ben', name: 'Ben', phone: '+1 415 555 0132' })]
  host.fault = ({ method }) => (method === 'POST' ? { status: 502 } : null)
  await expect(createCustomer(ctx, form())).rejects.toMatchObject({ code: 'outcome_unknown' })
})

test('every invalid field is reported before the host is called', async () => {
  const refused = createCustomer(ctx, form({ name: ' ', phone: '12', email: 'x', notes: 'n'.repeat(501) }))
  await expect(refused).rejects.toMatchObject({ code: 'invalid_parameters' })
  expect(host.customers).toEqual([])
})
