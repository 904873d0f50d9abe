import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GET } from '@/app/(dashboard)/[account]/data/[...read]/route'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { aCustomer } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { sessionToken } from '@/test/fixtures/session-token'
import { chargeAction, giveUpAction } from './actions'

const WEB_URL = 'http://localhost:3000'
const SECRET = 'x'.repeat(32)
const session = vi.hoisted(() => ({ token: '' }))

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: session.token }) }),
  headers: async () => new Headers({ origin: 'http://localhost:3000' }),
}))

const { dashboard, host, ctx } = await connectedDashboard(new Date())

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
  host.customers = [aCustomer({ id: 'C1', card: { brand: 'Visa', last4: '4242', expiry: '12/30' } })]
  await fetchObject(ctx, 'customers', 'C1')
  session.token = await sessionToken(dashboard, ctx.userId, SECRET)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

async function as(role: MemberRole) {
  await dashboard.database.as('checkout_dashboard_system').query({
    text: 'UPDATE dashboard.membership SET role = $2 WHERE user_id = $1',
    values: [ctx.userId, role],
  })
}

const id = 'chg_1'
const form = { form_token: 'form-token-1', customer_id: 'C1', way: 'CARD', amount: 25 } as const
const presses = [
  ['charge', { press: 'start', ...form }],
  ['send', { press: 'send', id }],
  ['make a link', { press: 'link_instead', id }],
  ['attach a payment', { press: 'attach', id, payment_id: 'P1' }],
  ['release a case', { press: 'release', id }],
] as const

test.each(presses)('neither a viewer, an accountant nor a developer may %s', async (_, press) => {
  for (const role of ['VIEWER', 'ACCOUNTANT', 'DEVELOPER'] as const) {
    await as(role)
    host.requests = []
    expect(await chargeAction(ctx.slug, press)).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(host.requests).toEqual([])
    expect(await ctx.prisma.charge.count()).toBe(0)
  }
})

test('a viewer reads the open cases, and a support agent charges', async () => {
  await as('VIEWER')
  const read = await GET(new Request(`${WEB_URL}/${ctx.slug}/data/charges/list/open`), {
    params: Promise.resolve({ account: ctx.slug, read: ['charges', 'list', 'open'] }),
  })
  expect(read.status).toBe(200)
  await as('SUPPORT')
  expect(await chargeAction(ctx.slug, { press: 'start', ...form })).toMatchObject({
    ok: true,
    data: { charge: { state: 'DRAFT' } },
  })
})

test('an owner or admin gives up a case of a disconnected account, and a support agent does not', async () => {
  const { connectionId } = ctx
  await ctx.prisma.charge.create({
    data: {
      ...{
        connectionId,
        id,
        customerId: 'C1',
        way: 'CARD',
        state: 'UNKNOWN',
        amount: 25,
        amountMinor: 2_500,
      },
      ...{ currency: 'USD', idempotencyKey: 'key-1', createdAt: new Date(), sentAt: new Date() },
    },
  })
  await dashboard.database.as('checkout_dashboard_system').query({
    text: 'UPDATE dashboard.connection SET api_key_sealed = NULL, disconnected_at = now() WHERE id = $1',
    values: [connectionId],
  })
  await as('SUPPORT')
  expect(await giveUpAction(ctx.slug, { id })).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  for (const role of ['ADMIN', 'OWNER'] as const) {
    await as(role)
    expect(await giveUpAction(ctx.slug, { id })).toMatchObject({
      ok: true,
      data: { charge: { state: 'GIVEN_UP' }, successor: null },
    })
  }
})
