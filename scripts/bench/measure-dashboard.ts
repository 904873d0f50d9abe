import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeCursor } from '@/lib/contract/cursor'
import { balanceView } from '@/lib/dashboard/balance/balance-view'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { listCustomers } from '@/lib/dashboard/customers/list-customers'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { DEEP_WINDOW_DAYS } from '@/lib/dashboard/mirror/shape'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { openConnection } from '@/lib/dashboard/open-connection'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { readOverview } from '@/lib/dashboard/payments/read-overview'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import { getSettlement } from '@/lib/dashboard/settlements/get-settlement'
import { listSettlements, settlementMonth } from '@/lib/dashboard/settlements/list-settlements'
import { queueRun } from '@/lib/dashboard/sync/queue-run'
import { sessionCookie } from '@/lib/dashboard/web/session'
import { readEnvironment } from '@/lib/platform/env'
import { makeAccount, makeApiKey } from '@/prisma/demo/seed-context'
import { ROOT } from '@/scripts/stamps.mjs'
import { aLink, aPayment, aSettlement, seedConnection } from '@/test/factories/dashboard'
import { sessionToken } from '@/test/fixtures/session-token'
import { compare, type Figure, median, percentile } from './figure'
import { customerNameSql, INSERT_CUSTOMERS } from './mirror-customers'
import type { Bench } from './processes'

/** Measures a worker's import of one account's payments from an API process. */
export async function measureMirrorImport(bench: Bench): Promise<Figure[]> {
  const { database, keyring, environment } = bench
  const { imported } = bench.plan
  const account = await makeAccount(bench.seedContext)
  const { api_key: apiKey } = await makeApiKey(bench.seedContext, account)
  // All of today, so that none is settled yet. Every CHECK holds; only foreign keys are not checked.
  await bench.owner.query(`SET LOCAL session_replication_role = replica;
    INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, payer_email, card_brand,
      card_last4, fee_minor, authorization_code, processor_reference, created_at, approved_at, finished_at)
    SELECT '${account.id}', 'pay_' || lpad(n::text, 32, '0'), 1250, 'USD', 'APPROVED', 'Ada Lovelace', 'ada@example.com',
      'visa', '4242', 66, 'A1B2C3', 'tb_' || n, at, at, at FROM (SELECT n, date_trunc('milliseconds', now())
        - n * interval '1 ms' AS at FROM generate_series(1, ${imported}) AS n) AS made`)
  await bench.owner.query('VACUUM ANALYZE service.payment')
  await bench.start('api')
  await bench.start('worker')
  const baseUrl = `${environment.API_URL}/api/v1`
  const me = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${apiKey}` } })
  const host = { keyring, baseUrl, apiKey, account: await me.json(), now: new Date() }
  const { connectionId } = await seedConnection(database, host)
  const db = database.as('checkout_dashboard', connectionId)
  await queueRun(db, { connectionId, days: DEEP_WINDOW_DAYS, now: new Date() })
  const samples: { atMs: number; rows: number; mib: number }[] = []
  for (let rows = 0; rows < imported; await delay(250)) {
    rows = await bench.count('dashboard.mirror_payment')
    if (rows > 0) samples.push({ atMs: performance.now(), rows, mib: workerMiB() })
  }
  const [first, last] = [samples[0], samples.at(-1)]
  // By then the worker's code is loaded and compiled.
  const warm = samples.find(({ rows }) => rows >= imported / 5)
  if (!first || !last || !warm) throw new Error('The import left no sample.')
  const ours = ((last.rows - first.rows) / (last.atMs - first.atMs)) * 1_000
  const how = 'the worker process, pages of 100 payments from our API process'
  const memory = { ours: last.mib, baseline: warm.mib, goal: { atMost: 1.25 } }
  const resident = 'resident memory of the worker; the baseline is that after a fifth of the rows'
  return [
    { name: `import of ${imported.toLocaleString('en')} payments`, unit: 'rows/s', ours, how },
    { name: 'memory at the end of the import', unit: 'MiB', ...memory, how: resident },
  ]
}

/** Returns the resident memory of this checkout's worker process. */
function workerMiB(): number {
  const { stdout } = spawnSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8' })
  const own = stdout.split('\n').filter((line) => line.includes(path.join(ROOT, '.build/worker.mjs')))
  return Math.max(...own.map((line) => Number.parseInt(line, 10))) / 1_024
}

const FEW = 10_000
/** Reads of a round: enough that its p95 is not its worst. */
const READS_PER_ROUND = 100
const SEARCHED = 20
const role = 'OWNER'
const nouns = { links: true, payments: true, customers: true, settlements: true }
const WEEK_AGO = new Date(Date.now() - 7 * 86_400_000)
const cursor = encodeCursor({ resource: 'payment', createdAt: WEEK_AGO, id: 'pay_' })

/** Reads that a page waits for. */
const READS: Readonly<Record<string, (ctx: ConnectionContext) => Promise<unknown>[]>> = {
  'list of payments': (ctx) => [listPayments(ctx, {}, { role })],
  'list of payments, last week': (ctx) => [listPayments(ctx, { cursor }, { role })],
  'list of payments, by status': (ctx) => [listPayments(ctx, { status: 'FAILED' }, { role })],
  'list of payments, by amount': (ctx) => [listPayments(ctx, { min: '200', max: '250' }, { role })],
  'list of payments, month by status': (ctx) => [
    listPayments(ctx, { status: 'APPROVED', period: 'month' }, { role }),
  ],
  Home: (ctx) => [readOverview(ctx, role), balanceView(ctx, 'mirror'), listPayments(ctx, {}, { role })],
  Balance: (ctx) => [
    ...[balanceView(ctx, 'mirror'), listSettlements(ctx, {})],
    settlementMonth(ctx, ctx.now().toISOString().slice(0, 7)),
  ],
  'settlement of 5,000 payments': (ctx) => [
    getSettlement(ctx, LARGE, { from: 'mirror' }),
    listPayments(ctx, { settlement: LARGE }, { role }),
  ],
}

const SEARCHES: Readonly<Record<string, (ctx: ConnectionContext, text: string) => Promise<unknown>>> = {
  customers: (ctx, q) => listCustomers(ctx, { q }, { role }),
  payments: (ctx, q) => listPayments(ctx, { q }, { role }),
  palette: (ctx, text) => findAnything(ctx, { text, nouns, role }),
}

// A common name, two, one that nobody has, and of the dataset's customer 80: the rare name, a fragment of it, a mistake
// in it, four and six digits of the phone, a fragment of the reference.
const TEXTS = ['maria', 'jorge vega', 'qqxyzzy', 'faooabo', 'aooa', 'faoxabo', '5680', '423456', 'M-F033']

/** Measures the dashboard's reads over a mirror of many payments against one of few, and searches over the large one. */
export async function measureMirrorReads(bench: Bench): Promise<Figure[]> {
  const few = await createMirror(bench, FEW)
  const many = await createMirror(bench, bench.plan.mirrored)
  const how = `the read alone, one at a time; ${bench.plan.mirrored.toLocaleString('en')} mirrored payments against ${FEW.toLocaleString('en')} of another merchant, four fifths of them of the last 30 days`
  const figures: Figure[] = []
  for (const [name, read] of Object.entries(READS)) {
    const p95 = (ctx: ConnectionContext) => async () => {
      const times = await timesOf(() => Promise.all(read(ctx)), READS_PER_ROUND)
      return [percentile(times, 95)]
    }
    const sides = { ours: p95(many), baseline: p95(few) }
    const row = { name: `${name}, p95`, unit: 'ms', goal: { atMost: 1.5 }, how } as const
    figures.push(...(await compare(bench.plan, sides, row)))
  }
  for (const [name, search] of Object.entries(SEARCHES)) {
    const medians: number[] = []
    for (const text of TEXTS) medians.push(median(await timesOf(() => search(many, text), SEARCHED)))
    const each = TEXTS.map((text, at) => `${text} ${medians[at]?.toFixed(1)}`).join(', ')
    const how = `the whole read, one at a time; the slowest of these medians of ${SEARCHED}: ${each}`
    const ours = Math.max(...medians)
    figures.push({ name: `search of ${name}, slowest text`, unit: 'ms', ours, goal: { atMost: 50 }, how })
  }
  return figures
}

/** Returns the milliseconds of `times` reads, after a first one. */
async function timesOf(read: () => Promise<unknown>, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let time = 0; time <= times; time += 1) {
    const begun = performance.now()
    await read()
    taken.push(performance.now() - begun)
  }
  return taken.slice(1)
}

/** Settlement with 5,000 payments in a mirror of any size. */
const LARGE = 'set_large'
const PER_LINK = 100
const PER_PAYER = 5
const DAYS = 500

/** Returns a connection whose mirror has `count` payments, four fifths of them of the last 30 days. */
async function createMirror(bench: Bench, count: number): Promise<ConnectionContext> {
  const { keyring, database, owner, environment, seedContext } = bench
  const resources = {
    env: readEnvironment(environment),
    log: seedContext.log,
    dashboardDatabase: database,
    keyring,
  }
  const dashboard = openDashboard(resources)
  bench.defer(() => dashboard.prisma.$disconnect())
  const now = new Date()
  const { connectionId } = await seedConnection(database, { keyring, now })
  const available = { payment_count: 1, gross_amount: 10, fee_amount: 1, net_amount: 9 }
  const fees = { fee_schedule: { percent: 2.9, fixed: 0.3 } }
  const balance = { object: 'balance', currency: 'USD', available, in_transit: 0, paid_out: 0, ...fees }
  await owner.query('UPDATE dashboard.connection SET balance_at = $1, balance = $2', [now, balance])
  const ctx = await openConnection(dashboard, connectionId)
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const links = Array.from({ length: count / PER_LINK }, (_, n) => {
    // A tenth is open, some of them expiring soon.
    const state = n % 10 === 0 ? { expires_at: ago((n % 1_000) / 24 - 20) } : { status: 'COMPLETED' as const }
    return aLink({
      id: `pl_${n}`,
      title: `Dinner ${n}`,
      created_at: ago((n * PER_LINK * DAYS) / count),
      ...state,
    })
  })
  await writeObjects(ctx, 'links', { raws: links, at: now, source: 'list' })
  const settlements = Array.from({ length: DAYS }, (_, day) => {
    const [start, end] = [ago(day + 1), ago(day)]
    const instants = { period_start: start, period_end: end, created_at: end, paid_at: end }
    return aSettlement({
      id: day === 0 ? LARGE : `set_${day}`,
      status: 'PAID',
      payment_count: 5_000,
      ...instants,
    })
  })
  await writeObjects(ctx, 'settlements', { raws: settlements, at: now, source: 'list' })
  await owner.query(INSERT_CUSTOMERS, [connectionId, now, count / PER_PAYER])
  // A million rows are several times faster if the indexes are created afterwards.
  const { rows } =
    await owner.query(`SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid = 'dashboard.mirror_payment'::regclass AND NOT indisprimary`)
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`)
  await owner.query(PAYMENTS, [connectionId, now, count, aPayment({ authorization_code: '482913' })])
  for (const { definition } of rows) await owner.query(definition)
  await owner.query('VACUUM ANALYZE')
  return ctx
}

/** $1 connection, $2 now, $3 count, $4 a payment. */
const PAYMENTS = `INSERT INTO dashboard.mirror_payment (connection_id, id, status, amount_minor, currency, payer_name, payer_email,
    link_id, link_title, settlement_id, created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, status, minor, 'USD', payer, email, link, title, settlement, at, $4::jsonb || jsonb_build_object('id', id,
      'amount', minor / 100.0, 'status', status, 'payer', jsonb_build_object('name', payer, 'email', email),
      'payment_link', jsonb_build_object('id', link, 'title', title, 'url', 'https://pay.example.test/' || link),
      'processor_reference', 'tb_' || md5(id), 'settlement_id', settlement, 'fee_amount', round(minor * 0.029 + 30) / 100.0,
      'created_at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'card', jsonb_build_object('brand', 'visa', 'last4', lpad((n % 10000)::text, 4, '0'))), (status <> 'PENDING')::int, $2, $2
  FROM (SELECT *, CASE WHEN status <> 'APPROVED' THEN NULL WHEN n BETWEEN 1001 AND 6688 THEN '${LARGE}'
      WHEN at < $2::timestamptz - interval '1 day' THEN 'set_' || ceil(extract(epoch FROM $2::timestamptz - at) / 86400)
    END AS settlement FROM (SELECT n, 'pay_' || lpad(n::text, 32, '0') AS id, 100 + (n * 7919::bigint) % 50000 AS minor,
      CASE WHEN n % 10 = 0 THEN 'FAILED' WHEN n % 50 = 1 THEN 'VOIDED' WHEN n % 1000 = 2 THEN 'PENDING' ELSE 'APPROVED' END AS status,
      ${customerNameSql(`n / ${PER_PAYER}`)} AS payer, 'payer' || n / ${PER_PAYER} || '@example.test' AS email,
      'pl_' || n / ${PER_LINK} AS link, 'Dinner ' || n / ${PER_LINK} AS title, date_trunc('milliseconds', $2::timestamptz
        - (n::float8 / $3) * CASE WHEN n % 100 < 80 THEN interval '30 days' ELSE interval '${DAYS} days' END) AS at
    FROM generate_series(1, $3::int) AS n) AS dated) AS made`

/** Open browsers, each with a session and a user of its own: a user has 50 streams at most. */
const BROWSERS = 200
const CHANGES = 50

/** Measures the time from a committed change to the last of many open event streams of one web process. */
export async function measureLive(bench: Bench): Promise<Figure[]> {
  const { database, owner, keyring, environment } = bench
  const url = await bench.start('web')
  const now = () => new Date()
  const { connectionId, teamId } = await seedConnection(database, { keyring, now: now() })
  await owner.query(`UPDATE dashboard.connection SET slug = 'bench-live'`)
  await owner.query(`INSERT INTO dashboard."user" (id, email, name, password_hash, created_at)
    SELECT 'live' || n, n || '@example.test', 'Live', 'x', now() FROM generate_series(1, ${BROWSERS}) AS n`)
  await owner.query(`INSERT INTO dashboard.membership (team_id, user_id, role, created_at)
    SELECT '${teamId}', id, 'OWNER', now() FROM dashboard."user"`)
  const { WEB_URL = '', NEXTAUTH_SECRET = '' } = environment
  const closing = new AbortController()
  bench.defer(() => closing.abort())
  const received = Array.from({ length: BROWSERS }, () => '')
  for (const stream of received.keys()) {
    const token = await sessionToken({ database, now }, `live${stream + 1}`, NEXTAUTH_SECRET)
    const headers = { Cookie: `${sessionCookie(WEB_URL)}=${token}` }
    const response = await fetch(`${url}/bench-live/live`, { headers, signal: closing.signal })
    if (!response.ok) throw new Error(`A stream was answered ${response.status}.`)
    const write = (chunk: Uint8Array) => {
      received[stream] = (received[stream] + Buffer.from(chunk).toString()).slice(-1_000)
    }
    response.body?.pipeTo(new WritableStream({ write })).catch(() => {})
  }
  const times: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const id = `pay_live${change}.`
    const begun = performance.now()
    const message = changeMessage(connectionId, 'payments', id)
    await owner.query('SELECT pg_notify($1, $2)', [LIVE_CHANNEL, message])
    while (!received.every((text) => text.includes(id))) await delay(1)
    times.push(performance.now() - begun)
    await delay(20)
  }
  const name = `change to the last of ${BROWSERS} browsers, p99`
  const how = `${CHANGES} notifications, one after the other, from before the commit of one until every stream has it; p50 ${median(times).toFixed(0)} ms`
  return [{ name, unit: 'ms', ours: percentile(times, 99), goal: { atMost: 200 }, how }]
}
