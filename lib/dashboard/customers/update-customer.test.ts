import { beforeEach, expect, test } from 'vitest'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import { Refusal } from '@/lib/dashboard/refusal'
import { aCustomer, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getCustomer } from './get-customer'
import { updateCustomer } from './update-customer'

const { dashboard, host, ctx } = await connectedDashboard()

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.now = NOON
  host.fault = () => null
  host.customers = [
    aCustomer({ id: 'C1', notes: 'Prefers mornings' }),
    aCustomer({ id: 'C2', phone: '+502 5555 9999', email: null }),
  ]
  await dashboard.emptyAudit()
  await ctx.db.query({ text: 'DELETE FROM dashboard.mirror_customer' })
  await shown()
  passMinute()
})

const names = new Map([[ctx.userId ?? '', 'Rosa']])
const shown = () => getCustomer(ctx, 'C1', { role: 'SUPPORT', names, from: 'mirror' })
/** Advances the clock, because responses of one second cannot be ordered. */
function passMinute() {
  dashboard.passMs(60_000)
  host.now = dashboard.now()
}
const audited = async () => {
  const { rows } = await ctx.db.query<{ action: string; outcome: string; details: object }>({
    text: 'SELECT action, outcome, details FROM dashboard.audit_entry ORDER BY created_at, id',
  })
  return rows
}
test('a change is in the mirror at once, and the audit has its fields and its member but no values', async () => {
  const answer = await updateCustomer(ctx, { id: 'C1', notes: 'Prefers evenings' }, 'SUPPORT')
  expect(answer).toMatchObject({ notes: 'Prefers evenings', masked: false })
  const detail = await shown()
  expect(detail.customer.notes).toBe('Prefers evenings')
  expect(detail.acts).toMatchObject([
    { action: 'customers.update', outcome: 'done', fields: ['notes'], user: { name: 'Rosa' } },
  ])
  expect(JSON.stringify(await audited())).not.toContain('evenings')
})

test('an archived customer is restored by the same action', async () => {
  expect((await updateCustomer(ctx, { id: 'C1', status: 'ARCHIVED' }, 'SUPPORT')).status).toBe('ARCHIVED')
  passMinute()
  expect((await updateCustomer(ctx, { id: 'C1', status: 'ACTIVE' }, 'SUPPORT')).status).toBe('ACTIVE')
  expect((await shown()).customer.status).toBe('ACTIVE')
  expect((await audited()).map(({ action }) => action)).toEqual(['customers.archive', 'customers.restore'])
})

test('a phone of another customer is refused by the host and changes nothing', async () => {
  const taken = updateCustomer(ctx, { id: 'C1', phone: '+502 5555 9999' }, 'SUPPORT')
  await expect(taken).rejects.toThrow(HostRefused)
  const detail = await shown()
  expect(detail.customer.phone).toBe('+502 5555 1234')
  expect(detail.acts).toEqual([])
  expect(await audited()).toMatchObject([
    { outcome: 'failed', details: { problem: 'customer_already_exists' } },
  ])
})

test('a change with a lost response is reported as unknown', async () => {
  host.fault = ({ method }) => (method === 'PATCH' ? 'hang up' : null)
  const lost = updateCustomer(ctx, { id: 'C1', status: 'ARCHIVED' }, 'SUPPORT')
  await expect(lost).rejects.toMatchObject(new Refusal('outcome_unknown'))
  expect((await shown()).acts).toMatchObject([{ outcome: 'unknown' }])
})

test('a customer that the host lacks leaves no audit entry', async () => {
  const unknown = updateCustomer(ctx, { id: 'C9', status: 'ARCHIVED' }, 'SUPPORT')
  await expect(unknown).rejects.toMatchObject({ code: 'resource_not_found' })
  expect(await audited()).toEqual([])
})
