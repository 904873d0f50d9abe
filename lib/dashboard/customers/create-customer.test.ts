import { beforeEach, expect, test } from 'vitest'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { anAccount, NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { createCustomer, createCustomerInput } from './create-customer'

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

const ana = (over: Record<string, unknown> = {}) =>
  createCustomerInput.parse({ name: 'Ana García', phone: '(415) 555-0132', ...over })
const audit = async () =>
  (await ctx.prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })).map(({ outcome, objectId }) => [
    outcome,
    objectId,
  ])

test('a new customer is sent with an international phone, mirrored at once and audited', async () => {
  expect(await createCustomer(ctx, ana({ notes: ' VIP ', external_ref: 'CRM-1' }))).toEqual({ id: 'C1' })
  expect(host.customers).toMatchObject([{ phone: '+1 415 555 0132', notes: 'VIP', external_ref: 'CRM-1' }])
  expect((await ctx.prisma.mirrorCustomer.findMany()).map(({ id }) => id)).toEqual(['C1'])
  expect(await audit()).toEqual([['done', 'C1']])
})

test('after a lost response a second attempt creates no second customer, and the host names the first', async () => {
  host.fault = ({ method }) => (method === 'POST' ? { status: 502, after: true } : null)
  await expect(createCustomer(ctx, ana())).rejects.toMatchObject({ code: 'outcome_unknown' })
  host.fault = () => null
  const refused = await createCustomer(ctx, ana()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(HostRefused)
  expect(refused).toMatchObject({ status: 409, details: { customer_id: 'C1' } })
  expect(host.customers).toHaveLength(1)
  expect((await audit()).map(([outcome]) => outcome).sort()).toEqual(['failed', 'unknown'])
})
