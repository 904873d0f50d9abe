import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GET } from '@/app/(dashboard)/[account]/data/[...read]/route'
import { setRefundLimitAction } from '@/app/(dashboard)/[account]/settings/actions'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { english } from '@/test/english'
import { aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { sessionToken } from '@/test/fixtures/session-token'
import { refundAction } from './actions'

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
  host.payments = [aPayment({ id: 'P1', status: 'APPROVED', amount: 32.4 })]
  await fetchObject(ctx, 'payments', 'P1')
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

const start = {
  press: 'start',
  form_token: 'form-token-1',
  payment_id: 'P1',
  amount: 12,
  reason: 'OTHER',
} as const
const forbidden = { ok: false, error: { code: 'forbidden' } }

test('neither a viewer, an accountant nor a developer prepares or sends a refund', async () => {
  for (const role of ['VIEWER', 'ACCOUNTANT', 'DEVELOPER'] as const) {
    await as(role)
    host.requests = []
    expect(await refundAction(ctx.slug, start)).toMatchObject(forbidden)
    expect(await refundAction(ctx.slug, { press: 'send', id: 'rfd_1' })).toMatchObject(forbidden)
    expect(host.requests).toEqual([])
  }
})

test('only an owner limits support, whose refusal names the limit', async () => {
  for (const role of ['ADMIN', 'SUPPORT', 'VIEWER'] as const) {
    await as(role)
    expect(await setRefundLimitAction(ctx.slug, { limit: 10 })).toMatchObject(forbidden)
  }
  await as('OWNER')
  expect(await setRefundLimitAction(ctx.slug, { limit: 10 })).toMatchObject({ ok: true, data: { limit: 10 } })
  await as('SUPPORT')
  const draft = await refundAction(ctx.slug, start)
  expect(draft).toMatchObject({ ok: true, data: { state: 'DRAFT', amount: 12 } })
  const id = draft.ok ? draft.data.id : ''
  expect(await refundAction(ctx.slug, { press: 'send', id })).toMatchObject({
    error: {
      code: 'refund_limit',
      fields: [{ message: english('refund-limit.refused.upTo', { limit: '10.00 USD', used: '0.00 USD' }) }],
    },
  })
})

test('a host without refunds answers once, and no page shows any of them', async () => {
  await as('OWNER')
  host.requests = []
  const read = async (name: string, query = '') => {
    const params = Promise.resolve({ account: ctx.slug, read: name.split('/') })
    return (await GET(new Request(`${WEB_URL}/${ctx.slug}/data/${name}${query}`), { params })).json()
  }
  for (const _ of [1, 2]) {
    expect(await read('payments/list/refunds', '?id=P1')).toMatchObject({ is_supported: false })
  }
  expect(host.requests.filter(({ path }) => path.endsWith('/refunds'))).toHaveLength(1)
  expect(await read('team/detail')).toMatchObject({ support_refunds: null })
})
