import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { aCustomer } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { revealContactAction, updateCustomerAction } from './actions'
import { GET } from './data/route'

const WEB_URL = 'http://localhost:3000'
const SECRET = 'x'.repeat(32)
const session = vi.hoisted(() => ({ token: '' }))

// Next's own, which is there only within its server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: session.token }) }),
  headers: async () => new Headers({ origin: 'http://localhost:3000' }),
}))

const { dashboard, host, ctx } = await connectedDashboard(new Date())
const contact = { phone: '+502 5555 1234', email: 'ada@example.test', notes: 'Gate code 4411' }

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
  host.customers = [aCustomer({ id: 'C1', ...contact })]
  session.token = await encode({ token: { sub: ctx.userId ?? '', version: 1 }, secret: SECRET })
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

async function answer(): Promise<string> {
  const params = Promise.resolve({ account: ctx.slug, customerId: 'C1' })
  const response = await GET(new Request(`${WEB_URL}/${ctx.slug}/customers/C1/data`), { params })
  expect(response.status).toBe(200)
  return response.text()
}

test('a viewer gets a masked contact and may neither reveal nor change it', async () => {
  await as('VIEWER')
  const text = await answer()
  expect(text).toContain('••• 1234')
  for (const value of Object.values(contact)) expect(text).not.toContain(value)
  const forbidden = { ok: false, error: { code: 'forbidden' } }
  expect(await revealContactAction(ctx.slug, { id: 'C1' })).toMatchObject(forbidden)
  expect(await updateCustomerAction(ctx.slug, { id: 'C1', notes: '' })).toMatchObject(forbidden)
})

test('an accountant gets a masked contact until a reveal, and a support agent sees it at once', async () => {
  await as('ACCOUNTANT')
  expect(await answer()).not.toContain(contact.phone)
  expect(await revealContactAction(ctx.slug, { id: 'C1' })).toMatchObject({
    ok: true,
    data: { ...contact, phone: { shown: contact.phone } },
  })
  await as('SUPPORT')
  expect(await answer()).toContain(contact.phone)
})
