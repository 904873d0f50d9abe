import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CLEARED_PAUSE } from '@/lib/dashboard/client/rate-limit-pause'
import { connect } from '@/lib/dashboard/connections/connect'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import type { Database, Handle, Side, Statement } from '@/lib/platform/database'
import type { Running } from '@/lib/platform/jobs/job'
import { startJobs } from '@/lib/platform/jobs/start-jobs'
import type { Mailer } from '@/lib/platform/mail/mailer'
import { createAccount } from '@/lib/service/accounts/create-account'
import type { Bank } from '@/lib/service/bank/port'
import { ensureTestBankAccount } from '@/lib/service/bank/set-bank-account'
import type { Processor } from '@/lib/service/processor/port'
import {
  aDispute,
  aDisputedPayment,
  aLink,
  anAccount,
  aRefund,
  aRefundedPayment,
  aSettlement,
} from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { dashboardJobs } from './dashboard-jobs'
import { type ServiceJobsDeps, serviceJobs } from './service-jobs'

/** Connections of one team, as many as it may have: more than any job has lanes for one team. */
const CONNECTIONS = quotas.connections.limit
/** Rows of each, about 2,000 in all. */
const ROWS = 100
/** The other team's row moves within this time, while each call of the first one is unanswered. */
const SOON_MS = 5_000

const dashboard = await startDashboard()
const [slowHost, host] = [await externalHost(), await externalHost()]
/** Connections, or accounts of the service, of the team with 2,000 due rows. */
const slow: string[] = []
let own = ''
let [slowAccount, ownAccount] = ['', '']
const running: Running[] = []

/** Calls that are unanswered: the host's clock stands still, and 9.9 s never pass. */
let held = 0
let release = () => {}
let released = Promise.resolve()
const hold = async () => {
  held += 1
  await released
}

beforeAll(async () => {
  const ids = Array.from({ length: ROWS }, (_, at) => `link${at + 1}`)
  for (const each of [slowHost, host]) each.links = ids.map((id) => aLink({ id }))
  slow.push((await dashboard.owner(slowHost, 'slow@aurora.test')).connectionId)
  const { teamId } = await dashboard.reopen({ connectionId: slow[0], userId: null } as never)
  while (slow.length < CONNECTIONS) {
    slowHost.account = anAccount({ id: `acct_${slow.length}` })
    const { baseUrl, apiKey } = slowHost
    slow.push((await connect(dashboard, { teamId, baseUrl, apiKey })).connectionId)
  }
  own = (await dashboard.owner(host, 'own@aurora.test')).connectionId
  await dashboard.importHistories()
  slowAccount = await openAccount('Slow')
  ownAccount = await openAccount('Own')
  slowHost.fault = () => ({ status: 500, body: INTERNAL_ERROR })
  slowHost.meanwhile = hold
}, 120_000)
beforeEach(() => {
  held = 0
  released = new Promise((resolve) => {
    release = resolve
  })
})
afterEach(async () => {
  release()
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await run(`UPDATE dashboard.connection SET ${CLEARED_PAUSE}, watched_at = NULL, look_due_at = NULL`)
}, 30_000)
afterAll(async () => {
  // These payments and transfers never reached the bank: the check of the books would report each.
  const client = new Client({ connectionString: dashboard.url })
  await client.connect()
  await client.query(
    'TRUNCATE service.settlement, service.payment, service.refund, service.balance_part CASCADE',
  )
  await client.end()
})

const INTERNAL_ERROR = { error: { type: 'api_error', code: 'internal_error', message: 'no', details: {} } }

async function openAccount(name: string): Promise<string> {
  const contact_email = `${name}@shop.example`.toLowerCase()
  const form = { name, contact_email, currency: 'USD', timezone: 'UTC', country: 'US' }
  const db = dashboard.database.as('checkout_system')
  const { id } = await createAccount(db, form, dashboard.now())
  const { keyring } = dashboard
  await ensureTestBankAccount(db, { accountId: id, holder: name, keyring, now: dashboard.now() })
  return id
}

const run = (text: string, values: unknown[] = []) =>
  dashboard.database.as('checkout_dashboard_system').query<{ n: number }>({ text, values })
const runService = (text: string, values: unknown[] = []) =>
  dashboard.database.as('checkout_system').query<{ n: number }>({ text, values })

/** Inserts `rows` rows of each of `owners`; `text` selects from `o (id)` and `n`. */
const insert = (text: string, by: typeof run, owners: string[], rows: number) =>
  by(`${text} FROM unnest($1::text[]) AS o (id), generate_series(1, $2::integer) AS n`, [owners, rows])
const now = () => `'${dashboard.now().toISOString()}'::timestamptz`

/** Due rows of one job. */
interface Share {
  /** Makes `rows` rows due of each of `owners`: connections, or accounts of the service. */
  fill(owners: string[], rows: number): Promise<unknown>
  /** Returns whether the other team's row has moved. */
  moved(): Promise<boolean> | boolean
  /** Accounts of the service instead of connections. */
  ofService?: boolean
  /** False if one team cannot make the job wait: its rows are only many. */
  holds?: boolean
}

const requested = (path: string) => () => host.requests.some((seen) => seen.path.startsWith(path))
const queued = (text: string) => async () => ((await run(text, [own])).rows[0]?.n ?? 0) > 0

const shares: Record<string, Share | string> = {
  'send-deliveries':
    'It has shares of an endpoint and an account of its own: lib/service/webhooks/fairness.test.ts.',
  'reconcile-payments': {
    ofService: true,
    fill: (owners, rows) =>
      insert(
        `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, step, lease_until, payer_name, created_at)
          SELECT o.id, o.id || n, 100, 'USD', 'PENDING', 'VOIDING', clock_timestamp() - n * interval '1 min', 'Ana', ${now()}`,
        runService,
        owners,
        rows,
      ),
    moved: async () => {
      const text = `SELECT count(*)::int AS n FROM service.payment WHERE account_id = $1 AND status <> 'PENDING'`
      return (await runService(text, [ownAccount])).rows[0]?.n === 1
    },
  },
  'repeat-refunds': {
    ofService: true,
    async fill(owners, rows) {
      await insert(
        `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, refunded_minor, fee_minor,
            approved_at, created_at)
          SELECT o.id, o.id || 'refunded' || n, 100, 'USD', 'APPROVED', 'Ana', 100, 0, ${now()}, ${now()}`,
        runService,
        owners,
        rows,
      )
      await insert(
        `INSERT INTO service.refund (account_id, id, payment_id, amount_minor, currency, reason, status, lease_until,
            request_id, created_at)
          SELECT o.id, o.id || n, o.id || 'refunded' || n, 100, 'USD', 'OTHER', 'PENDING',
            clock_timestamp() - n * interval '1 min', 'x', ${now()}`,
        runService,
        owners,
        rows,
      )
    },
    moved: async () => {
      const text = `SELECT count(*)::int AS n FROM service.refund WHERE account_id = $1 AND status <> 'PENDING'`
      return (await runService(text, [ownAccount])).rows[0]?.n === 1
    },
  },
  'send-evidence': {
    ofService: true,
    async fill(owners, rows) {
      await insert(
        `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, dispute_status, fee_minor,
            approved_at, created_at)
          SELECT o.id, o.id || 'disputed' || n, 100, 'USD', 'APPROVED', 'Ana', 'UNDER_REVIEW', 0, ${now()}, ${now()}`,
        runService,
        owners,
        rows,
      )
      await insert(
        `INSERT INTO service.dispute (account_id, id, payment_id, processor_reference, amount_minor, fee_minor, currency, reason,
            status, evidence_text, submitted_at, lease_until, opened_at, created_at)
          SELECT o.id, o.id || n, o.id || 'disputed' || n, o.id || n, 100, 0, 'USD', 'OTHER', 'UNDER_REVIEW', 'x', ${now()},
            clock_timestamp() - n * interval '1 min', ${now()}, ${now()}`,
        runService,
        owners,
        rows,
      )
    },
    moved: async () => {
      const text = `SELECT count(*)::int AS n FROM service.dispute WHERE account_id = $1 AND lease_until IS NULL`
      return (await runService(text, [ownAccount])).rows[0]?.n === 1
    },
  },
  'report-test-disputes': 'It calls no host; the due disputes of all teams are a few statements each.',
  'carry-out-transfers': {
    ofService: true,
    fill: (owners, rows) =>
      insert(
        `INSERT INTO service.settlement (account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor,
            payment_count, period_start, period_end, previous_end, transfer_step, due_at, created_at)
          SELECT o.id, o.id || n, 'PENDING', 'USD', 100, 0, 0, 100, 1, date '2000-01-01' + n, date '2000-01-02' + n,
            CASE WHEN n > 1 THEN date '2000-01-01' + n END, 'WAITING', ${now()} - interval '1 h', ${now()}`,
        runService,
        owners,
        rows,
      ),
    moved: async () => {
      const text = `SELECT count(*)::int AS n FROM service.settlement WHERE account_id = $1 AND status = 'PAID'`
      return (await runService(text, [ownAccount])).rows[0]?.n === 1
    },
  },
  'queue-bulk-retries': 'Each account has one running retry, and a round is statements without a host.',
  'generate-settlements': 'It calls no host; each account and day is one transaction.',
  'check-coherence': 'It compares the books of all accounts in statements; nobody waits for its result.',
  'record-missed-disputes': 'It reads one list of the processor; each dispute is one transaction.',
  'reverse-missed-refunds': 'It reads one list of the processor; each refund is one transaction.',
  'forget-keys-and-forms': 'It deletes expired rows of all accounts in statements; nobody waits for it.',
  'delete-expired': 'It deletes expired rows of all accounts in batches; nobody waits for it.',
  'find-failing-endpoints': 'It queues the notices of all accounts in statements, without a mail server.',
  'mail-failure-notices': {
    ofService: true,
    async fill(owners, rows) {
      await runService(
        `INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, created_at)
          SELECT id, 'we_' || id, 'https://shop.example', 's', ${now()} FROM unnest($1::text[]) AS id`,
        [owners],
      )
      await insert(
        `INSERT INTO jobs.failure_notice (account_id, endpoint_id, since, number, due_at)
          SELECT o.id, 'we_' || o.id, ${now()} - n * interval '1 min', 1, clock_timestamp() - n * interval '1 min'`,
        runService,
        owners,
        rows,
      )
    },
    moved: async () => {
      const text = 'SELECT count(*)::int AS n FROM jobs.failure_notice WHERE account_id = $1'
      return (await runService(text, [ownAccount])).rows[0]?.n === 0
    },
  },
  'mail-processor-notices': 'Its mails go to one address, the operator’s own.',
  'sync-mirrors': {
    // A connection has one open run.
    fill: (owners) =>
      insert(
        `INSERT INTO dashboard.sync_run (connection_id, id, kind, state, progress, started_at)
          SELECT o.id, 'run' || n, 'RECONCILE', 'QUEUED', '{}', ${now()}`,
        run,
        owners,
        1,
      ),
    moved: requested('/me'),
  },
  'queue-reconciles': 'It queues one run of each connection in statements, without a host.',
  'fetch-objects': {
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
          SELECT o.id, 'links', 'link' || n, 'close_call', ${now()} - n * interval '1 s'`,
        run,
        owners,
        rows,
      ),
    moved: requested('/payment_links/link1'),
  },
  'poll-watched': {
    // A connection is one row.
    fill: (owners) =>
      run(`UPDATE dashboard.connection SET watched_at = ${now()} WHERE id = ANY ($1)`, [owners]),
    moved: requested('/payment_links'),
  },
  'cancel-links': {
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.link_cancel (connection_id, id, link_id, state, asked_at, due_at)
          SELECT o.id, 'cancel' || n, 'link' || n, 'WAITING', ${now()}, ${now()} - n * interval '1 s'`,
        run,
        owners,
        rows,
      ),
    moved: requested('/payment_links/link1/cancel'),
  },
  'import-links': {
    async fill(owners, rows) {
      await insert(
        `INSERT INTO dashboard.link_batch (connection_id, id, name, state, total, created_at)
          SELECT o.id, 'import' || n, 'links.csv', 'QUEUED', 1, ${now()} - n * interval '1 s'`,
        run,
        owners,
        rows,
      )
      await insert(
        `INSERT INTO dashboard.link_batch_row (connection_id, batch_id, position, body, state)
          SELECT o.id, 'import' || n, 1, '{"title": "Box", "amount": 12.5}', 'WAITING'`,
        run,
        owners,
        rows,
      )
    },
    moved: requested('/payment_links'),
  },
  'repeat-charges': {
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency,
            idempotency_key, attempts, due_at, created_at, sent_at, unknown_at)
          SELECT o.id, 'charge' || n, 'customer' || n, 'LINK', 'UNKNOWN', 1, 100, 'USD', 'key' || n, 1,
            ${now()} - n * interval '1 s', ${now()}, ${now()}, ${now()}`,
        run,
        owners,
        rows,
      ),
    moved: requested('/customers/customer1/charges'),
  },
  'repeat-dashboard-refunds': {
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.refund (connection_id, id, payment_id, state, amount, amount_minor, currency, reason,
            idempotency_key, attempts, due_at, created_at, sent_at, unknown_at)
          SELECT o.id, 'refund' || n, 'payment' || n, 'UNKNOWN', 1, 100, 'USD', 'OTHER', 'key' || n, 1,
            ${now()} - n * interval '1 s', ${now()}, ${now()}, ${now()}`,
        run,
        owners,
        rows,
      ),
    moved: requested('/payments/payment1/refunds'),
  },
  'make-exports': {
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.export_job (connection_id, id, kind, input, file_name, state, created_at, expires_at)
          SELECT o.id, 'export' || n, 'payments', '{}', 'payments.csv', 'QUEUED', ${now()} - n * interval '1 s', ${now()} + interval '1 d'`,
        run,
        owners,
        rows,
      ),
    moved: queued(
      `SELECT count(*)::int AS n FROM dashboard.export_job WHERE connection_id = $1 AND state IN ('DONE', 'FAILED')`,
    ),
  },
  'fold-payment-days': 'It calls no host; the fold of a connection is one statement.',
  'keep-quotas': 'It calls no host; the sizes of all teams are added up in a few statements.',
  'retire-signing-secrets': 'It calls no host; the secrets that have ended are one transaction each.',
  'prune-history': 'It deletes old rows of all teams in statements; nobody waits for it.',
  'prune-exports': 'It deletes old files of all teams in statements; nobody waits for it.',
  'prune-mailed-links': 'It deletes old links of all teams in one statement; nobody waits for it.',
  'send-mail': {
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.mail (connection_id, id, kind, object_id, recipient, subject, body_text, body_html, state, next_try_at, created_at)
          SELECT o.id, 'mail' || n, 'receipt', 'p' || n, CASE o.id WHEN '${own}' THEN 'own' ELSE 'slow' END || '@shop.example',
            's', 't', 'h', 'QUEUED', ${now()} - n * interval '1 s', ${now()}`,
        run,
        owners,
        rows,
      ),
    moved: queued(
      `SELECT count(*)::int AS n FROM dashboard.mail WHERE connection_id = $1 AND state = 'SENT'`,
    ),
  },
  'mail-links': {
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.mailed_link (id, purpose, email, team_id, role, created_at, expires_at, mail_state, mail_due_at)
          SELECT c.id || n, 'INVITATION', CASE c.id WHEN '${own}' THEN 'own' ELSE 'slow' || c.id END || n || '@shop.example', c.team_id, 'VIEWER',
            ${now()}, ${now()} + interval '1 d', 'QUEUED', ${now()} - n * interval '1 s' FROM dashboard.connection c JOIN (SELECT o.id AS of, n`,
        (text, values) => run(`${text}) AS each ON each.of = c.id`, values),
        owners,
        rows,
      ),
    moved: queued(
      `SELECT count(*)::int AS n FROM dashboard.mailed_link WHERE id LIKE $1 || '%' AND mail_state = 'SENT'`,
    ),
  },
  'queue-paid-notices': {
    holds: false,
    async fill(owners, rows) {
      const settlement = aSettlement({
        status: 'PAID',
        paid_at: dashboard.now().toISOString(),
        reference: 'r',
      })
      await run(
        `INSERT INTO dashboard.paid_notice (connection_id, user_id, since)
          SELECT c.id, m.user_id, ${now()} - interval '1 d' FROM dashboard.connection c
          JOIN dashboard.membership m ON m.team_id = c.team_id WHERE c.id = ANY ($1)`,
        [owners],
      )
      await run(
        `INSERT INTO dashboard.mirror_settlement (connection_id, id, status, currency, gross_minor, fee_minor, net_minor, payment_count,
            period_start, period_end, created_at, paid_at, snapshot, rank, seen_at)
          SELECT o.id, 'set' || n, 'PAID', 'USD', 100, 0, 100, 1, ${now()}, ${now()}, ${now()}, ${now()},
            $3::jsonb || jsonb_build_object('id', 'set' || n), 1, ${now()}
          FROM unnest($1::text[]) AS o (id), generate_series(1, $2::integer) AS n`,
        [owners, rows, JSON.stringify(settlement)],
      )
    },
    moved: queued(
      `SELECT count(*)::int AS n FROM dashboard.mail WHERE connection_id = $1 AND kind = 'settlement_paid'`,
    ),
  },
  'queue-dispute-notices': {
    holds: false,
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email, created_at,
            dispute_status, snapshot, rank, seen_at)
          SELECT o.id, 'disputed' || n, 'APPROVED', 100, 'USD', 'Ana', '', ${now()}, 'NEEDS_RESPONSE',
            '${JSON.stringify(aDisputedPayment('x'))}'::jsonb || jsonb_build_object('id', 'disputed' || n,
              'dispute', '${JSON.stringify(aDispute())}'::jsonb || jsonb_build_object('id', 'dis' || n)), 1, ${now()}`,
        run,
        owners,
        rows,
      ),
    moved: queued(
      `SELECT count(*)::int AS n FROM dashboard.mail WHERE connection_id = $1 AND kind = 'dispute_opened'`,
    ),
  },
  'queue-refund-notices': {
    holds: false,
    fill: (owners, rows) =>
      insert(
        `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email, created_at,
            refunded_minor, refund_times, refunded_at, snapshot, rank, seen_at)
          SELECT o.id, 'back' || n, 'APPROVED', 100, 'USD', 'Ana', 'ana@shop.example', ${now()}, 100,
            jsonb_build_object('ref' || n, ${now()}), ${now()}, '${JSON.stringify(aRefundedPayment())}'::jsonb
              || jsonb_build_object('id', 'back' || n)
              || jsonb_build_object('refunds', jsonb_build_array('${JSON.stringify(aRefund())}'::jsonb
                || jsonb_build_object('id', 'ref' || n))), 1, ${now()}`,
        run,
        owners,
        rows,
      ),
    moved: queued(
      `SELECT count(*)::int AS n FROM dashboard.mail WHERE connection_id = $1 AND kind = 'refund'`,
    ),
  },
  'queue-security-notices': {
    holds: false,
    fill: (owners, rows) =>
      run(
        `INSERT INTO dashboard.audit_entry (team_id, connection_id, id, user_id, action, outcome, details, created_at)
          SELECT c.team_id, c.id, c.id || n, m.user_id, 'keys.create', 'done', '{}', ${now()} - n * interval '1 s'
          FROM dashboard.connection c JOIN dashboard.membership m ON m.team_id = c.team_id, generate_series(1, $2::integer) AS n
          WHERE c.id = ANY ($1)`,
        [owners, rows],
      ),
    moved: queued(
      `SELECT count(*)::int AS n FROM dashboard.mailed_link WHERE purpose = 'SECURITY' AND id LIKE 'ml_' || $1 || '%'`,
    ),
  },
}

/** Mail server that does not answer for mails of the slow team. */
const mailer: Mailer = {
  outcome: 'SENT',
  send: async ({ to }) => void (to.startsWith('slow') && (await hold())),
}

/** Database whose statements do not end for the slow team: for work that calls no host. */
function holding(database: Database<Side>, isHeld: (statement: Statement, tenant?: string) => boolean) {
  const as: Database<Side>['as'] = (role, tenant) => {
    const handle = database.as(role, tenant)
    const query: Handle['query'] = async (statement) => {
      if (isHeld(statement, tenant)) await hold()
      return handle.query(statement)
    }
    return { ...handle, query }
  }
  // Verbs use only `as`; the class has private fields that a stand-in cannot have.
  return { as } as Database<Side>
}

const webUrl = 'http://localhost:3000'
const processor: Pick<Processor, 'void' | 'refund' | 'submitEvidence'> = {
  async submitEvidence({ disputeReference }) {
    if (disputeReference.startsWith(slowAccount)) await hold()
    return { outcome: 'accepted' }
  },
  async void(reference) {
    if (reference.startsWith(slowAccount)) await hold()
    return { outcome: 'tombstone' }
  },
  async refund({ reference }) {
    if (reference.startsWith(slowAccount)) await hold()
    return { outcome: 'refunded', processorReference: 'r1' }
  },
}
const bank: Bank = {
  async send({ reference, amountMinor, currency }) {
    if (reference.startsWith(slowAccount)) await hold()
    return { outcome: 'sent', bankReference: 'b1', amountMinor, currency }
  },
  status: async () => null,
}
const isNoticeOfSlow = ({ text, values }: Statement) =>
  text.includes('CROSS JOIN LATERAL') && values?.[0] === slowAccount
const isExportOfSlow = (_: Statement, tenant?: string) => tenant !== undefined && slow.includes(tenant)
const jobs = [
  ...serviceJobs({
    ...dashboard,
    database: holding(dashboard.database, isNoticeOfSlow),
    processor,
    bank,
    mailer,
    alertEmail: 'ops@checkout.test',
    owner: 'test',
    urls: { web: webUrl, api: webUrl },
    chargeLeaseMs: 30_000,
    deliveryLeaseMs: 30_000,
  } as unknown as ServiceJobsDeps),
  ...dashboardJobs(dashboard, { webUrl, mailer }).map((job) =>
    job.name === 'make-exports'
      ? dashboardJobs(
          { ...dashboard, database: holding(dashboard.database, isExportOfSlow) },
          { webUrl, mailer },
        ).find(({ name }) => name === job.name)
      : job,
  ),
].filter((job) => job !== undefined)

test('every job of the registry has an entry: a share, or the reason for none', () => {
  expect(Object.keys(shares)).toEqual(jobs.map(({ name }) => name))
})

test.each(
  jobs.flatMap((job) => {
    const share = shares[job.name]
    return typeof share === 'object' ? [{ job, share, name: job.name }] : []
  }),
)(
  '2,000 due rows of one team with an unresponsive host do not delay another team’s $name',
  async ({ job, share }) => {
    const { fill, moved, ofService = false, holds = true } = share
    if (ofService) await fill([slowAccount], 2_000)
    else await fill(slow, ROWS)
    running.push(startJobs([job], { log: dashboard.log }))
    if (holds) await vi.waitFor(() => expect(held).toBeGreaterThan(0), { timeout: SOON_MS, interval: 20 })
    host.requests = []
    await fill([ofService ? ownAccount : own], 1)
    const since = performance.now()
    await vi.waitFor(async () => expect(await moved()).toBe(true), { timeout: SOON_MS, interval: 20 })
    expect(performance.now() - since).toBeLessThan(SOON_MS)
  },
  60_000,
)
