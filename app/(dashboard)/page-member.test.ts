import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pageMember, pageUser } from '@/lib/dashboard/web/member'
import { AWAY_DIGEST } from '@/lib/dashboard/web/shape'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { loginEnvironment } from '@/test/test-logins'

const SECRET = 'x'.repeat(32)
const browser = vi.hoisted(() => ({ token: '' }))
// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: browser.token }) }),
  headers: async () => new Headers(),
}))

beforeAll(async () => {
  for (const [name, value] of Object.entries({
    ...loginEnvironment('postgresql://checkout@127.0.0.1:1/refused'),
    NEXTAUTH_SECRET: SECRET,
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'silent',
    WEB_URL: 'http://localhost:3000',
  }))
    vi.stubEnv(name, value)
  browser.token = await encode({ token: { sub: 'usr_1', session: 'ses_1' }, secret: SECRET })
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

test('the error of a page without its database has a digest by which the browser recognizes it', async () => {
  await expect(pageMember('acme', '/acme/payments')).rejects.toMatchObject({ digest: AWAY_DIGEST })
  await expect(pageUser('/connect')).rejects.toMatchObject({ digest: AWAY_DIGEST })
})
