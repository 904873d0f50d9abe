import { Client } from 'pg'
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
/** Connection with the lock that keeps every slow request waiting. */
const locker = new Client({ connectionString: dashboard.url })
const tokens = new Map<string, string>()
beforeAll(async () => {
  await locker.connect()
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
  await locker.end()
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

vi.mock('@/lib/reads', () => {
  /** Statement that keeps a connection until the test releases its lock, as a search of a large mirror does for long. */
  const SLOW = { text: 'SELECT pg_advisory_xact_lock_shared(1)::text' }
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

/** Returns the statements that wait for the lock, each with its connection and its start. */
async function heldStatements(): Promise<string[]> {
  const text = `SELECT pid || ' ' || query_start AS held FROM pg_stat_activity
    WHERE wait_event = 'advisory' AND datname = current_database()`
  return (await locker.query<{ held: string }>(text)).rows.map(({ held }) => held)
}

test('another team’s list is read while a hundred requests of one team are held', async () => {
  await get('list', other.slug)
  await locker.query('SELECT pg_advisory_lock(1)')
  const flood = Array.from({ length: 100 }, () => get('slow', busy.slug))
  const refused = await Promise.race(flood)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ error: { code: 'team_busy' } })
  await vi.waitUntil(async () => (await heldStatements()).length > 1)
  const held = await heldStatements()
  for (let reads = 0; reads < 5; reads += 1) expect((await get('list', other.slug)).status).toBe(200)
  expect(await heldStatements(), 'none ended meanwhile').toEqual(expect.arrayContaining(held))
  await locker.query('SELECT pg_advisory_unlock(1)')
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses).toContain(200)
}, 60_000)
