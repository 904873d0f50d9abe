import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runMail } from '@/lib/dashboard/mail/run-mail'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { Database } from '@/lib/platform/database'
import { startJobs } from '@/lib/platform/jobs/start-jobs'
import { createLog } from '@/lib/platform/log'
import { MailRefused } from '@/lib/platform/mail/mailer'
import { servePrivately } from '@/lib/platform/metrics/private-server'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { buildApi } from '@/lib/service/http/server'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { deliverDue } from '@/lib/service/webhooks/run-deliveries'
import { freePort } from '@/scripts/ports.mjs'
import { createShop } from '@/test/factories/create-shop'
import { aPayment } from '@/test/factories/dashboard'
import { apiOptions } from '@/test/factories/running-api'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { testLogins } from '@/test/test-logins'
import { startReceiver } from '@/test/test-receiver'
import { workerFigures } from './worker-figures'

const { dashboard, host, ctx } = await connectedDashboard()
const { database, keyring } = dashboard
const system = database.as('checkout_system')
const own = database.as('checkout_dashboard_system')
const small = new Database({ url: testLogins(dashboard.url), max: 1 })
const log = createLog('test', 'silent')
let port: number
let isReady = true
let isAlive = true
let readAt = 0

beforeAll(async () => {
  port = await freePort()
  const end = await servePrivately({
    process: 'worker',
    env: { METRICS_PORT: port - 2, HOST: '127.0.0.1' },
    databases: [small],
    isReady: async () => isReady,
    isAlive: () => isAlive,
    read: workerFigures({ database, dashboardDatabase: database }, () => {
      readAt += 600_000
      return readAt
    }),
  })
  return async () => {
    end()
    await small.close()
  }
})

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)

/** Returns the value of a metric with these labels; 0 if it has none yet. */
async function metric(name: string, labels: Record<string, string> = {}): Promise<number> {
  const lines = (await (await get('/metrics')).text()).split('\n')
  const line = lines.find(
    (it) =>
      new RegExp(`^${name}[{ ]`).test(it) &&
      Object.entries(labels).every(([label, value]) => it.includes(`${label}="${value}"`)),
  )
  return Number(line?.split(' ').at(-1) ?? 0)
}

/** Expects a metric to rise by what `cause` does. */
async function expectRise(name: string, labels: Record<string, string>, cause: () => Promise<unknown>) {
  const before = await metric(name, labels)
  await cause()
  expect(await metric(name, labels), name).toBeGreaterThan(before)
}

const insert = (text: string, values: unknown[] = []) => own.query({ text, values })

test('liveness and readiness of a worker are two answers, and nothing else is served', async () => {
  const statuses = () =>
    Promise.all(['/healthz', '/readyz', '/other'].map(async (path) => (await get(path)).status))
  expect(await statuses()).toEqual([200, 200, 404])
  isReady = false
  expect(await statuses()).toEqual([200, 503, 404])
  isAlive = false
  expect(await statuses()).toEqual([503, 503, 404])
  isReady = true
  isAlive = true
})

test('requests are counted by route and status', async () => {
  const api = buildApi({ ...apiOptions(dashboard), countsRequests: true })
  onTestFinished(() => api.close())
  const labels = { route: '/api/v1/payments/:id', method: 'GET', status: '401' }
  const count = 'checkout_http_request_duration_seconds_count'
  await expectRise(count, labels, () => api.inject('/api/v1/payments/pay_1'))
})

test('charges, deliveries and what is due are counted', async () => {
  const shop = await createShop({ database, now: dashboard.now })
  const receiver = await startReceiver((response) => response.writeHead(500).end())
  onTestFinished(() => receiver.close())
  await createEndpoint(
    { ...shop.ctx, actor: { kind: 'operator' } },
    { url: receiver.url },
    { keyring, testMode: true },
  )
  const { id } = await shop.newLink()
  await expectRise('checkout_charges_total', { outcome: 'approved' }, () => shop.pay(id))
  expect(await metric('checkout_deliveries_due')).toBeGreaterThan(0)
  expect(await metric('checkout_deliveries_oldest_due_seconds')).toBeGreaterThan(0)
  const delivery = { ...shop.deps, keyring, http: new OutboundHttp({ testMode: true }), owner: 'w', log }
  await expectRise('checkout_delivery_attempts_total', { result: 'http_5xx' }, () => deliverDue(delivery))
})

test('drift and lag of a mirror', async () => {
  expect(await metric('checkout_mirror_oldest_due_seconds')).toBeGreaterThan(0)
  const payment = aPayment({
    id: 'P1',
    status: 'PENDING',
    created_at: new Date(dashboard.now().getTime() - 86_400_000).toISOString(),
  })
  host.payments = [payment]
  await workOneRun(dashboard, { owner: 'w' })
  expect(await metric('checkout_mirror_oldest_due_seconds')).toBe(0)
  dashboard.passMs(3_600_000)
  payment.status = 'APPROVED'
  await requestReconcile(ctx)
  await expectRise('checkout_mirror_drift_total', {}, () => workOneRun(dashboard, { owner: 'w' }))
})

test('mails that wait and fail', async () => {
  const waiting = { name: 'checkout_mails_waiting', labels: {} }
  await expectRise(waiting.name, waiting.labels, () =>
    insert(
      `INSERT INTO dashboard.mail (connection_id, id, kind, object_id, recipient, subject, body_text, body_html, state, next_try_at, created_at)
      VALUES ($1, 'mail_1', 'receipt', 'pay_1', 'a@b.example', 's', 't', 'h', 'QUEUED', $2, $2)`,
      [ctx.connectionId, dashboard.now()],
    ),
  )
  expect(await metric('checkout_mails_oldest_due_seconds')).toBeGreaterThan(0)
  const refusing = { outcome: 'SENT' as const, send: () => Promise.reject(new MailRefused('no')) }
  await expectRise('checkout_mails_total', { result: 'failed' }, () =>
    runMail(dashboard, refusing, { owner: 'w' }),
  )
})

test('unresolved charges, full quotas, notices, overdue and failed jobs, broken books', async () => {
  await expectRise('checkout_charges_unresolved', {}, () =>
    insert(
      `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency, idempotency_key, created_at)
      VALUES ($1, 'chg_1', 'cus_1', 'CARD', 'UNRESOLVED', 1, 100, 'USD', 'k', $2)`,
      [ctx.connectionId, dashboard.now()],
    ),
  )
  expect(await metric('checkout_charges_unresolved_oldest_seconds')).toBeGreaterThan(0)
  await expectRise('checkout_quotas_full', { quota: 'mirror_bytes' }, () =>
    insert(
      `INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes) VALUES ($1, 'mirror', 1, $2)`,
      [ctx.connectionId, quotas.mirror_bytes.limit],
    ),
  )
  await expectRise('checkout_notices_open', {}, () =>
    system.query({
      text: `INSERT INTO health.processor_notice (event_id, kind, summary, occurred_at, created_at)
        VALUES ('evt_1', 'account', 's', now(), now())`,
    }),
  )
  await expectRise('checkout_jobs_overdue', {}, () =>
    system.query({
      text: `INSERT INTO jobs.scheduled_job (name, due_at) VALUES ('check-coherence', clock_timestamp() - interval '2 h')
        ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
    }),
  )
  await expectRise('checkout_job_failures_total', { task: 'broken' }, async () => {
    let rounds = 0
    const run = () => {
      rounds += 1
      return Promise.reject(new Error('no'))
    }
    const trigger = { kind: 'due rows', pollMs: 60_000 } as const
    const jobs = startJobs([{ name: 'broken', trigger, concurrency: { rounds: 1 }, handler: { run } }], {
      log,
    })
    await vi.waitFor(() => expect(rounds).toBe(1))
    expect(jobs.isTurning()).toBe(true)
    await jobs.stop()
  })
  await expectRise('checkout_books_breaks', {}, () =>
    system.query({
      text: `INSERT INTO health.coherence (checked_at, breaks) VALUES (now(), 2)
        ON CONFLICT (id) DO UPDATE SET breaks = 2`,
    }),
  )
})

test('waits for a connection, and the use of the pools', async () => {
  const one = () => small.as('checkout_system').query({ text: 'SELECT 1' })
  await expectRise('checkout_database_wait_seconds_count', {}, () =>
    Promise.all(Array.from({ length: 20 }, one)),
  )
  expect(await metric('checkout_database_connections', { pool: 'service', state: 'idle' })).toBeGreaterThan(0)
  expect(await metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})
