import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { defineRead } from '@/lib/dashboard/define-read'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { sessionToken } from '@/test/fixtures/session-token'
import { loginEnvironment } from '@/test/test-logins'
import { GET } from './data/[...read]/route'

const SECRET = 'x'.repeat(32)
const browser = vi.hoisted(() => ({ token: '' }))
// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: browser.token }) }),
  headers: async () => new Headers(),
}))

const { dashboard, ctx: busy } = await connectedDashboard(new Date())
const other = await dashboard.owner(await externalHost(), 'other@aurora.test')
const tokens = new Map<string, string>()
beforeAll(async () => {
  for (const [name, value] of Object.entries({
    ...loginEnvironment(dashboard.url),
    NEXTAUTH_SECRET: SECRET,
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'silent',
    WEB_URL: 'http://localhost:3000',
  }))
    vi.stubEnv(name, value)
  for (const { slug, userId } of [busy, other])
    tokens.set(slug, await sessionToken(dashboard, userId, SECRET))
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

vi.mock('@/lib/reads', () => {
  /** Statement that keeps a connection for half a second, as a search of a large mirror does. */
  const SLOW = { text: 'SELECT pg_sleep(0.5)::text' }
  const nothing = z.object({})
  const slow = defineRead(null, nothing, async ({ ctx }) => {
    await Promise.all([ctx.db.query(SLOW), ctx.prisma.$queryRawUnsafe(SLOW.text)])
    return {}
  })
  const list = defineRead('payments.read', nothing, ({ ctx }) => listPayments(ctx, {}, { role: 'OWNER' }))
  return { reads: { slow, list } }
})

function get(read: 'slow' | 'list', account: string): Promise<Response> {
  browser.token = tokens.get(account) ?? ''
  return GET(new Request(`http://localhost/${account}/data`), {
    params: Promise.resolve({ account, read: [read] }),
  })
}

test('a hundred slow requests of one team delay another team’s list by less than half a second', async () => {
  await get('list', other.slug)
  const flood = Array.from({ length: 100 }, () => get('slow', busy.slug))
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (let reads = 0; reads < 5; reads += 1) {
    const since = performance.now()
    expect((await get('list', other.slug)).status).toBe(200)
    expect(performance.now() - since).toBeLessThan(500)
  }
  const responses = await Promise.all(flood)
  const refused = responses.find(({ status }) => status === 503)
  expect(responses.some(({ status }) => status === 200)).toBe(true)
  expect(refused?.headers.get('retry-after')).toBe('2')
  expect(await refused?.json()).toMatchObject({ error: { code: 'team_busy' } })
}, 60_000)
