import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { loginEnvironment } from '@/test/test-logins'
import { openAccountAction, signUpAction } from './actions'
import SignUpPage from './page'

const request = vi.hoisted(() => ({ origin: 'http://localhost:3000' }))
// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => undefined }),
  headers: async () => new Headers({ origin: request.origin, 'x-forwarded-for': '192.0.2.1' }),
}))

const dashboard = await startDashboard()
const form = {
  name: 'Luz Luna',
  email: 'luz@luna.test',
  password: 'a lemon tram in winter',
  business_name: 'Luna',
  country: 'GT',
  currency: 'GTQ',
  timezone: 'America/Guatemala',
}

beforeAll(() => {
  for (const [name, value] of Object.entries({
    ...loginEnvironment(dashboard.url),
    NEXTAUTH_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'silent',
    WEB_URL: 'http://localhost:3000',
    SIGN_UP: '0',
    // Without mail the form has a password.
    HOST: '0.0.0.0',
  }))
    vi.stubEnv(name, value)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

async function users(): Promise<number> {
  const text = 'SELECT FROM dashboard."user"'
  return (await dashboard.database.as('checkout_dashboard_system').query({ text })).count
}

test('a deployment with SIGN_UP=0 has no sign-up page and refuses the form', async () => {
  await expect(SignUpPage()).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404')
  expect(await signUpAction(form)).toMatchObject({ ok: false, error: { code: 'resource_not_found' } })
  const { name, email, password, ...business } = form
  expect(await openAccountAction(business)).toMatchObject({ ok: false, error: { code: 'signed_out' } })
  expect(await users()).toBe(0)
})

test('a sign-up reports every invalid field at once and creates nothing', async () => {
  webDashboard().env.SIGN_UP = true
  const wrong = {
    name: '\u200b',
    email: 'luz',
    password: 'short',
    business_name: '\u3164\u2800',
    country: '',
    currency: 'X',
    timezone: '+02:00',
  }
  const result = await signUpAction(wrong)
  const fields = result.ok ? [] : (result.error.fields ?? []).map(({ field }) => field)
  const names = ['name', 'email', 'password', 'business_name', 'currency', 'timezone', 'country']
  expect([...new Set(fields)]).toEqual(names)
  request.origin = 'https://elsewhere.example'
  expect(await signUpAction(form)).toMatchObject({ ok: false, error: { code: 'foreign_origin' } })
  expect(await users()).toBe(0)
})
