import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createAccount } from '@/lib/service/accounts/create-account'
import { claimMode } from '@/lib/service/claim-mode'
import { buildApi } from '@/lib/service/http/server'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { ROOT } from '@/scripts/stamps.mjs'
import { apiOptions } from '@/test/factories/running-api'
import { startMailServer } from '@/test/mail-server'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { loginEnvironment, testLogins } from '@/test/test-logins'
import { examine, type Finding } from './examine'
import { runOperator } from './program'

const KEY = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const migrations = path.join(ROOT, 'prisma/migrations')
const mail = await startMailServer()
let testDatabase: TestDatabase
let database: Database
let origin: string

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = new Database({ url: testLogins(testDatabase.url), max: 4 })
  const api = buildApi(apiOptions({ database, now: () => new Date() }))
  origin = (await api.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
  return () => api.close()
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const system = () => database.as('checkout_system')

function look(settings: Record<string, string | undefined> = {}, now?: () => number): Promise<Finding[]> {
  const source: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    ...loginEnvironment(testDatabase.url),
    NEXTAUTH_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEYS: KEY,
    WEB_URL: origin,
    API_URL: origin,
    MAIL_URL: mail.url,
    MAIL_FROM: 'shop@example.com',
    ...settings,
  }
  return examine({ source, migrations, ...(now && { now }) })
}

/** Returns the findings that are not in order. */
const faults = (findings: readonly Finding[]) => findings.filter(({ state }) => state !== 'ok')

/** Reports a backup as the script of one does. */
async function reportBackup(at: Date): Promise<void> {
  const given = { db: system(), urls: { web: origin, api: origin }, now: () => at, write: () => {} }
  // The command uses nothing else of a session.
  expect(await runOperator(['backup', 'made'], given as never, console.error)).toBe(0)
}

test('a deployment in order has nothing to mend', async () => {
  await reportBackup(new Date())
  await system().query({ text: 'INSERT INTO health.coherence (checked_at, breaks) VALUES (now(), 0)' })
  expect(faults(await look())).toEqual([])
})

test.each([
  ['settings', { NEXTAUTH_SECRET: 'short' }, /NEXTAUTH_SECRET/],
  ['database', { SERVICE_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, /ECONNREFUSED/],
  ['web address', { WEB_URL: 'http://checkout.invalid' }, /no name that this machine can resolve/],
  ['API address', { API_URL: 'http://127.0.0.1:1' }, /does not answer/],
  ['mail', { MAIL_URL: 'smtp://127.0.0.1:1' }, /ECONNECTION|ESOCKET|ECONNREFUSED/],
  [
    'processor',
    {
      PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    },
    /Stripe/,
  ],
])('a fault of %s is found by its cause, with what to do', async (check, settings, found) => {
  expect(faults(await look(settings))).toContainEqual(
    expect.objectContaining({ check, found: expect.stringMatching(found), todo: expect.any(String) }),
  )
})

test('a clock that differs, and a backup that is old, are faults', async () => {
  const later = () => Date.now() + 30 * 3_600_000
  expect(faults(await look({}, later))).toMatchObject([
    { check: 'clock', state: 'fault' },
    { check: 'backup', state: 'fault', found: expect.stringContaining('30 hours') },
  ])
})

test('logins that are shared are a warning', async () => {
  const shared = Object.fromEntries(
    Object.keys(loginEnvironment(testDatabase.url)).map((name) => [name, undefined]),
  )
  expect(faults(await look({ ...shared, DATABASE_URL: testDatabase.url }))).toMatchObject([
    { check: 'logins', state: 'warning' },
  ])
})

test('an overdue job, broken books, a lost key and another mode are faults', async () => {
  await system().query({
    text: `INSERT INTO jobs.scheduled_job (name, due_at) VALUES ('delete-expired', clock_timestamp() - interval '2 h')
      ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
  })
  await system().query({ text: 'UPDATE health.coherence SET breaks = 3' })
  await claimMode(system(), { TEST_MODE: false, PROCESSOR: 'stripe' })
  const { id } = await createAccount(
    system(),
    { name: 'Shop', contact_email: 'a@shop.example', currency: 'USD', timezone: 'UTC', country: 'US' },
    new Date(),
  )
  const ctx = {
    accountId: id,
    actor: { kind: 'operator' } as const,
    db: database.as('checkout_service', id),
    now: () => new Date(),
  }
  await createEndpoint(
    ctx,
    { url: 'https://shop.example/hook' },
    { keyring: new Keyring(KEY), testMode: true },
  )
  const lost = await look({ ENCRYPTION_KEYS: `other:${Buffer.alloc(32, 2).toString('base64')}` })
  expect(faults(lost).map(({ check, state }) => [check, state])).toEqual([
    ['encryption keys', 'fault'],
    ['mode', 'fault'],
    ['jobs', 'fault'],
    ['books', 'fault'],
  ])
})

test('a database that lacks a migration is a fault, behind which nothing of it is checked', async () => {
  const older = await createTestDatabase()
  onTestFinished(() => older.drop())
  const owner = new Client({ connectionString: older.url })
  await owner.connect()
  await owner.query(
    `DELETE FROM public._prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM public._prisma_migrations)`,
  )
  await owner.end()
  const findings = await look(loginEnvironment(older.url))
  expect(faults(findings)).toMatchObject([
    { check: 'migrations', found: expect.stringContaining('lacks migration') },
  ])
  expect(findings.map(({ check }) => check)).not.toContain('jobs')
})
