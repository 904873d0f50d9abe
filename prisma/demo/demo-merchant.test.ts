import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { Dashboard } from '@/lib/dashboard/context'
import { listLinks, parseListLinks } from '@/lib/dashboard/links/list-links'
import { listPayments, parseListPayments } from '@/lib/dashboard/payments/list-payments'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { requestReconcile } from '@/lib/dashboard/sync/request-reconcile'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { Database } from '@/lib/platform/database'
import type { Side } from '@/lib/platform/database-roles'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import { openPrisma } from '@/lib/platform/prisma-client'
import { verifySealedColumns } from '@/lib/platform/reseal'
import { sealedServiceColumns } from '@/lib/service/accounts/sealed-service-columns'
import { buildApi } from '@/lib/service/http/server'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { listEndpoints } from '@/lib/service/webhooks/list-endpoints'
import { apiOptions } from '@/test/factories/running-api'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'
import { type DemoMerchant, type DemoOptions, makeDemoMerchant } from './demo-merchant'
import { contextFor, type SeedContext } from './seed-context'

let testDatabase: TestDatabase
let database: Database<Side>
let seedContext: SeedContext
let api: ReturnType<typeof buildApi>
let apiPort: number
let prisma: PrismaClient
let dashboard: Dashboard
let made: DemoMerchant

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = new Database({ url: testLogins(testDatabase.url), max: 12 })
  const log = createLog('test', 'silent')
  seedContext = {
    database,
    log,
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    now: () => new Date(),
  }
  const settings = apiOptions(seedContext)
  api = buildApi(settings)
  await api.listen({ host: '127.0.0.1', port: 0 })
  // The address of a listening TCP server always has this type.
  apiPort = (api.server.address() as AddressInfo).port
  prisma = openPrisma(testDatabase.url, 2, 'test-prisma')
  const http = new OutboundHttp({ testMode: true })
  dashboard = {
    ...seedContext,
    database,
    prisma,
    keyring: settings.keyring,
    http,
    testMode: true,
    wait: async () => {},
  }
  made = await makeDemoMerchant(options(null))
}, 120_000)
afterAll(async () => {
  await prisma.$disconnect()
  await api.close()
  await seedContext.database.close()
  await testDatabase.drop()
})

function options(before: DemoMerchant | null): DemoOptions {
  const apiUrl = `http://localhost:${apiPort}`
  const addresses = { webUrl: 'http://localhost:3000', apiUrl, port: 3000, apiPort }
  return { seedContext, dashboard, addresses, made: before, payments: 40, customers: 30 }
}

async function atTheService(text: string) {
  const { rows } = await seedContext.database
    .as('checkout_service', made.account_id)
    .query<Record<string, number>>({ text })
  return rows
}

async function open() {
  const { rows } = await database
    .as('checkout_dashboard_system')
    .query<{ id: string }>({ text: 'SELECT id FROM dashboard.connection' })
  expect(rows).toHaveLength(1)
  return openConnection(dashboard, rows[0]?.id ?? '')
}

test('the owner signs in and sees the whole history, imported through the API', async () => {
  expect(await signIn(dashboard, { ...made, address: '127.0.0.1' })).toMatchObject({ name: 'Alex Rivera' })
  const ctx = await open()
  expect(ctx.account).toMatchObject({ id: made.account_id, currency: 'USD', timezone: 'America/New_York' })
  const [there] = await atTheService(`SELECT (SELECT count(*) FROM service.payment) AS payments,
    (SELECT count(*) FROM service.payment_link) AS links`)
  expect((await listPayments(ctx, parseListPayments({}), { role: 'OWNER' })).totals?.counts.ALL).toBe(
    there?.payments,
  )
  expect(there?.payments).toBeGreaterThan(34)
  expect((await listLinks(ctx, parseListLinks({}))).totals?.counts).toMatchObject({
    ALL: there?.links,
    CANCELLED: 1,
    EXPIRED: 1,
  })
  // Two payers are at their bank, and the mirror shows their payments as pending.
  expect(
    (await listPayments(ctx, parseListPayments({ status: 'PENDING' }), { role: 'OWNER' })).totals?.count,
  ).toBe(2)
  expect((await mirrorHealth(ctx)).state).toBe('live')
})

test('the shop has customers, cards that can be decrypted, and charges of customers', async () => {
  const [customers] = await atTheService(`SELECT count(*) AS customers, count(s.customer_id) AS cards
    FROM service.customer c LEFT JOIN service.saved_card s ON s.customer_id = c.id`)
  expect(customers).toEqual({ customers: 30, cards: 20 })
  const [charged] = await atTheService(
    'SELECT count(*) AS n FROM service.payment WHERE customer_id IS NOT NULL',
  )
  expect(charged?.n).toBeGreaterThan(0)
  const system = seedContext.database.as('checkout_system')
  await verifySealedColumns(system, dashboard.keyring, sealedServiceColumns)
  expect(await checkCoherence({ database: seedContext.database })).toEqual([])
  const [late] =
    await atTheService(`SELECT count(*) AS n FROM service.customer c JOIN service.account a ON a.id = c.account_id
    WHERE c.created_at < a.created_at`)
  expect(late).toEqual({ n: 0 })
})

test('the first settlement ended in debt, which the next one deducted', async () => {
  const settlements = await atTheService(
    `SELECT net_minor, debt_minor FROM service.settlement ORDER BY created_at LIMIT 2`,
  )
  expect(settlements[0]).toEqual({ net_minor: -11, debt_minor: 0 })
  expect(settlements[1]).toMatchObject({ debt_minor: 11 })
})

test('the owner made charges with every outcome, as in the mirror, and one case is open', async () => {
  const { db, prisma: bound } = await open()
  const { rows } = await db.query<{
    state: string
    actual: string | null
    before: string | null
    code: string | null
  }>({
    text: `SELECT c.state, COALESCE(p.status, l.status) AS actual, b.state AS before, COALESCE(c.decline, c.problem) ->> 'code' AS code
      FROM dashboard.charge c
      LEFT JOIN dashboard.mirror_payment p ON p.id = c.payment_id AND p.amount_minor = c.amount_minor
        AND p.customer_id = c.customer_id AND p.created_at > c.created_at
      LEFT JOIN dashboard.mirror_link l ON l.id = c.link_id AND l.amount_minor = c.amount_minor AND l.created_at > c.created_at
      LEFT JOIN dashboard.charge b ON b.id = c.replaces AND b.customer_id = c.customer_id AND b.amount_minor = c.amount_minor
      WHERE c.user_id IS NOT NULL`,
  })
  expect(rows).toHaveLength(await bound.charge.count())
  const ends = rows.map(({ state, actual, before }) => [before, state, actual].filter(Boolean).join(' '))
  const wanted = [
    'PAID APPROVED',
    'DECLINED FAILED',
    'DECLINED LINKED COMPLETED',
    'RELEASED VOIDED',
    'RELEASED PAID APPROVED',
    'DISCARDED',
    'DISCARDED LINKED ACTIVE',
    'DRAFT',
    'UNRESOLVED VOIDED',
  ]
  // The history draws the links that members sent, paid and unpaid.
  const possible = [...wanted, 'LINKED ACTIVE', 'LINKED COMPLETED']
  expect(possible).toEqual(expect.arrayContaining(ends))
  expect(ends).toEqual(expect.arrayContaining(wanted))
  expect(ends.filter((end) => end.startsWith('UNRESOLVED'))).toHaveLength(1)
  expect(rows.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['insufficient_funds', 'authentication_required', 'no_saved_card']),
  )
  expect(await bound.charge.count({ where: { state: 'PAID', closedBy: { not: null } } })).toBe(1)
})

test('a comparison right after it finds no differences', async () => {
  const ctx = await open()
  await requestReconcile(ctx)
  await workOneRun(dashboard, { owner: 'test' })
  expect((await mirrorHealth(ctx)).last_sync).toMatchObject({ kind: 'RECONCILE', state: 'DONE', drift: 0 })
})

test('a second run keeps the merchant with one webhook, and the merchant of a killed run is created again', async () => {
  const again = await makeDemoMerchant(options(made))
  expect(again).toEqual(made)
  const endpoints = await listEndpoints(contextFor(seedContext, { id: made.account_id, currency: 'USD' }))
  expect(endpoints.filter(({ status }) => status === 'ACTIVE')).toHaveLength(1)
  const fresh = await makeDemoMerchant({ ...options(null), payments: 3, customers: 3 })
  expect(fresh.account_id).not.toBe(made.account_id)
  const ctx = await open()
  expect(ctx.account.id).toBe(fresh.account_id)
}, 60_000)
