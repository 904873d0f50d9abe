import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GET } from '@/app/(dashboard)/[account]/data/[...read]/route'
import { GET as getFile } from '@/app/(dashboard)/[account]/exports/[file]/export/route'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { aCustomer, aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { sessionToken } from '@/test/fixtures/session-token'
import { revealContactAction, updateCustomerAction } from './actions'

const WEB_URL = 'http://localhost:3000'
const SECRET = 'x'.repeat(32)
const session = vi.hoisted(() => ({ token: '' }))

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: session.token }) }),
  headers: async () => new Headers({ origin: 'http://localhost:3000' }),
}))

const { dashboard, host, ctx } = await connectedDashboard(new Date())
const contact = { phone: '+502 5555 1234', email: 'ada@example.test', notes: 'Gate code 4411' }

const payment = aPayment({
  id: 'P1',
  status: 'FAILED',
  payer: { name: '', email: 'payer@example.test' },
  created_at: new Date().toISOString(),
})

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
  host.customers = [aCustomer({ id: 'C1', ...contact })]
  host.payments = [payment]
  await dashboard.importHistories()
  await ctx.db.query({
    text: `INSERT INTO dashboard.received_event
        (connection_id, delivery_id, kind, object_id, event_at, received_at, outcome, body)
      VALUES ($1, 'whd_1', 'payment.failed', 'P1', $2, $2, 'applied', $3)`,
    values: [ctx.connectionId, new Date(), JSON.stringify({ event: 'payment.failed', data: { payment } })],
  })
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

async function get(name: string, query = ''): Promise<Response> {
  const params = Promise.resolve({ account: ctx.slug, read: name.split('/') })
  return GET(new Request(`${WEB_URL}/${ctx.slug}/data/${name}${query}`), { params })
}

async function answer(): Promise<string> {
  const response = await get('customers/detail', '?id=C1')
  expect(response.status).toBe(200)
  return response.text()
}

test('a viewer gets a masked contact and can neither reveal nor change it', async () => {
  await as('VIEWER')
  const text = await answer()
  expect(text).toContain('••• 1234')
  for (const value of Object.values(contact)) expect(text).not.toContain(value)
  const forbidden = { ok: false, error: { code: 'forbidden' } }
  expect(await revealContactAction(ctx.slug, { id: 'C1' })).toMatchObject(forbidden)
  expect(await updateCustomerAction(ctx.slug, { id: 'C1', notes: '' })).toMatchObject(forbidden)
})

test('an accountant gets a masked contact until a reveal, and a support agent sees it unmasked', async () => {
  await as('ACCOUNTANT')
  expect(await answer()).not.toContain(contact.phone)
  expect(await revealContactAction(ctx.slug, { id: 'C1' })).toMatchObject({
    ok: true,
    data: { ...contact, phone: { shown: contact.phone } },
  })
  await as('SUPPORT')
  expect(await answer()).toContain(contact.phone)
})

const members = ['VIEWER', 'ACCOUNTANT', 'DEVELOPER', 'SUPPORT', 'ADMIN', 'OWNER'] as const
const doors = [
  ['payments/detail', '?id=P1', members],
  ['payments/list', '', members],
  ['search/list', '?q=P1', members],
  ['payments/list/overview', '', members],
  ['mirror/received', '', ['DEVELOPER', 'ADMIN', 'OWNER']],
] as const

test.each(doors)(
  '%s shows the e-mail of a payer to the roles that read contacts',
  async (name, query, allowed) => {
    for (const role of allowed) {
      await as(role)
      const response = await get(name, query)
      const text = await response.text()
      const isWhole = text.includes(payment.payer.email)
      const isMasked = text.includes('p•••@example.test')
      const reads = role === 'SUPPORT' || role === 'ADMIN' || role === 'OWNER'
      expect({ role, isWhole, isMasked }).toEqual({ role, isWhole: reads, isMasked: !reads })
    }
  },
)

test('an export of payments masks the e-mails of payers for an accountant, and a viewer gets none', async () => {
  const exported = () =>
    getFile(new Request(`${WEB_URL}/${ctx.slug}/exports/payments/export`), {
      params: Promise.resolve({ account: ctx.slug, file: 'payments' }),
    })
  await as('SUPPORT')
  expect(await (await exported()).text()).toContain(payment.payer.email)
  await as('ACCOUNTANT')
  const masked = await (await exported()).text()
  expect(masked).not.toContain(payment.payer.email)
  expect(masked).toContain('p•••@example.test')
  await as('VIEWER')
  expect((await exported()).status).toBe(403)
})
