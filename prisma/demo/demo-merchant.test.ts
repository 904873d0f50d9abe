import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '@/lib/dashboard/context'
import { listCustomers } from '@/lib/dashboard/customers/list-customers'
import { cardState } from '@/lib/dashboard/customers/shown-customer'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { openConnection } from '@/lib/dashboard/open-connection'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { Database, type Side } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import { openPrisma } from '@/lib/platform/prisma-client'
import { buildApi } from '@/lib/service/http/server'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { listEndpoints } from '@/lib/service/webhooks/endpoint-row'
import { sealedServiceColumns, verifySealedColumns } from '@/scripts/processes/sealed-columns'
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
  return { seedContext, dashboard, addresses, made: before, payments: 40, customers: 60 }
}

async function atTheService<Row extends object>(text: string): Promise<Row[]> {
  const { rows } = await database.as('checkout_service', made.account_id).query<Row>({ text })
  return rows
}

async function open() {
  const { rows } = await database
    .as('checkout_dashboard_system')
    .query<{ id: string }>({ text: 'SELECT id FROM dashboard.connection' })
  expect(rows).toHaveLength(1)
  return openConnection(dashboard, rows[0]?.id ?? '')
}

const kindsOf = <Value extends string>(values: readonly Value[]) => [...new Set(values)].sort()

test('every state that a screen shows is there, at the service and imported into the dashboard', async () => {
  expect(await signIn(dashboard, { ...made, address: '127.0.0.1' })).toMatchObject({ name: 'Alex Rivera' })
  const ctx = await open()
  const payments = (await listPayments(ctx, {}, { role: 'OWNER' })).totals?.counts
  const links = (await listLinks(ctx, {})).totals?.counts
  const [there] = await atTheService(`SELECT (SELECT count(*) FROM service.payment) AS payments,
    (SELECT count(*) FROM service.payment_link) AS links,
    (SELECT count(DISTINCT decline_code) FROM service.payment WHERE status = 'FAILED') AS declines`)
  expect(there).toEqual({ payments: payments?.ALL, links: links?.ALL, declines: 8 })
  // Two payers are at their bank.
  expect(payments).toMatchObject({ PENDING: 2 })
  for (const count of Object.values({ ...payments, ...links })) expect(count).toBeGreaterThan(0)
  expect((await listLinks(ctx, { expiring: 'soon' })).data).not.toEqual([])
  const [uses] = await atTheService(`SELECT bool_or(paid_count BETWEEN 1 AND max_uses - 1) AS partly_paid,
    bool_or(max_uses = 1 AND paid_count = 1) AS paid, bool_or(max_uses IS NULL AND paid_count > 3) AS popular,
    bool_or(customer_id IS NOT NULL) AS requested FROM service.payment_link`)
  expect(uses).toEqual({ partly_paid: true, paid: true, popular: true, requested: true })

  const { data: customers } = await listCustomers(ctx, {}, { role: 'OWNER', limit: 100 })
  const now = { now: Date.now(), timeZone: 'America/New_York' }
  expect(customers).toHaveLength(60)
  expect(kindsOf(customers.map(({ card }) => cardState(card, now)))).toEqual([
    'expired',
    'expiring',
    'none',
    'saved',
  ])
  expect(kindsOf(customers.map(({ status, source }) => `${status} ${source}`))).toEqual(
    expect.arrayContaining(['ACTIVE MERCHANT', 'ACTIVE SELF', 'ARCHIVED MERCHANT']),
  )
  const shares = await ctx.prisma.shareTrace.findMany()
  expect(kindsOf(shares.map(({ channel }) => channel))).toEqual(
    expect.arrayContaining(['copied', 'email', 'whatsapp']),
  )
  // The trial costs more than it brings.
  const settlements = await atTheService(
    'SELECT status, debt_minor FROM service.settlement ORDER BY created_at',
  )
  expect(settlements.slice(0, 2)).toEqual([
    { status: 'DEBT', debt_minor: 0 },
    { status: 'PAID', debt_minor: 11 },
  ])
  const endpoints = await listEndpoints(contextFor(seedContext, { id: made.account_id, currency: 'USD' }))
  expect(kindsOf(endpoints.map(({ status }) => status))).toEqual(['ACTIVE', 'PAUSED'])
})

test('the owner made charges with every outcome, as in the mirror, and one case is open', async () => {
  const { db } = await open()
  const { rows } = await db.query<{ ends: string; code: string | null }>({
    text: `SELECT concat_ws(' ', b.state, c.state, p.status, l.status) AS ends, COALESCE(c.decline, c.problem) ->> 'code' AS code
      FROM dashboard.charge c
      LEFT JOIN dashboard.mirror_payment p ON p.id = c.payment_id AND p.amount_minor = c.amount_minor
        AND p.customer_id = c.customer_id AND p.created_at > c.created_at
      LEFT JOIN dashboard.mirror_link l ON l.id = c.link_id AND l.amount_minor = c.amount_minor AND l.created_at > c.created_at
      LEFT JOIN dashboard.charge b ON b.id = c.replaces AND b.customer_id = c.customer_id AND b.amount_minor = c.amount_minor
      WHERE c.user_id IS NOT NULL`,
  })
  expect(kindsOf(rows.map(({ ends }) => ends))).toEqual([
    'DECLINED FAILED',
    'DECLINED LINKED COMPLETED',
    'DISCARDED',
    'DISCARDED LINKED ACTIVE',
    'DRAFT',
    'LINKED ACTIVE',
    'LINKED COMPLETED',
    'PAID APPROVED',
    'RELEASED LINKED COMPLETED',
    'RELEASED VOIDED',
    'UNRESOLVED VOIDED',
  ])
  expect(rows.filter(({ ends }) => ends === 'UNRESOLVED VOIDED')).toHaveLength(1)
  expect(rows.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['insufficient_funds', 'authentication_required', 'no_saved_card']),
  )
})

test('the books of both sides are consistent, all of it before now, and the cards can be decrypted', async () => {
  expect(await checkCoherence({ database })).toEqual([])
  await verifySealedColumns(database.as('checkout_system'), dashboard.keyring, sealedServiceColumns)
  const times = await atTheService(`SELECT 1 FROM service.payment p LEFT JOIN service.payment_link l
    ON l.account_id = p.account_id AND l.id = p.link_id WHERE p.created_at > now() OR p.finished_at < p.created_at
    OR p.finished_at > p.created_at + interval '1 hour' OR l.created_at > p.created_at`)
  expect(times).toEqual([])
  const ctx = await open()
  await requestReconcile(ctx)
  await workOneRun(dashboard, { owner: 'test' })
  expect(await mirrorHealth(ctx)).toMatchObject({
    state: 'live',
    last_sync: { kind: 'RECONCILE', state: 'DONE', drift: 0 },
  })
})

test('a second run moves the merchant to new URLs with one webhook, and a killed run is made again', async () => {
  const moved = options(made)
  moved.addresses.webUrl = 'http://localhost:3900'
  expect(await makeDemoMerchant(moved)).toEqual({ ...made, dashboard_url: 'http://localhost:3900' })
  const endpoints = await listEndpoints(contextFor(seedContext, { id: made.account_id, currency: 'USD' }))
  const urls = endpoints.filter(({ status }) => status === 'ACTIVE').map(({ url }) => url)
  expect(urls).toEqual([expect.stringMatching(/^http:\/\/localhost:3900\//)])
  const fresh = await makeDemoMerchant({ ...options(null), payments: 3, customers: 3 })
  expect(fresh.account_id).not.toBe(made.account_id)
  const ctx = await open()
  expect(ctx.account.id).toBe(fresh.account_id)
}, 60_000)
