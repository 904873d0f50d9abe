import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeCursor } from '@/lib/contract/cursor'
import { balanceView } from '@/lib/dashboard/balance/balance-view'
import { settlementMonth } from '@/lib/dashboard/balance/settlement-month'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { listCustomers } from '@/lib/dashboard/customers/list-customers'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { readOverview } from '@/lib/dashboard/payments/read-overview'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import { getSettlement } from '@/lib/dashboard/settlements/get-settlement'
import { listSettlements } from '@/lib/dashboard/settlements/list-settlements'
import { queueRun } from '@/lib/dashboard/sync/queue-run'
import { DEEP_WINDOW_DAYS } from '@/lib/dashboard/sync/sync-windows'
import { sessionCookie } from '@/lib/dashboard/web/session'
import { ROOT } from '@/scripts/stamps.mjs'
import { seedConnection } from '@/test/factories/dashboard'
import { sessionToken } from '@/test/fixtures/session-token'
import { createMirror, createPayments, LARGE_SETTLEMENT } from './datasets'
import { compare, type Figure, median, percentile } from './figure'
import type { Bench } from './processes'

/** Measures a worker's import of one account's payments from an API process over another database. */
export async function measureMirrorImport(bench: Bench): Promise<Figure[]> {
  const { database, keyring, environment } = bench
  const { imported } = bench.plan
  const apiKey = await createPayments(bench, imported)
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
    getSettlement(ctx, LARGE_SETTLEMENT, { from: 'mirror' }),
    listPayments(ctx, { settlement: LARGE_SETTLEMENT }, { role }),
  ],
}

const SEARCHES: Readonly<Record<string, (ctx: ConnectionContext, text: string) => Promise<unknown>>> = {
  customers: (ctx, q) => listCustomers(ctx, { q }, { role }),
  payments: (ctx, q) => listPayments(ctx, { q }, { role }),
  palette: (ctx, text) => findAnything(ctx, { text, nouns, role }),
}

/** Searched texts; the dataset's customer 80 has a rare surname, this phone and this reference. */
const TEXTS = {
  ...{ 'a common name': 'maria', 'two common names': 'jorge vega', 'a name that nobody has': 'qqxyzzy' },
  ...{ 'a rare name': 'faooabo', 'a fragment of one': 'aooa', 'a rare name with a mistake': 'faoxabo' },
  ...{
    'last four of a phone': '5680',
    'six digits within a phone': '423456',
    'a fragment of a reference': 'M-F033',
  },
}

/** Measures the dashboard's reads over a mirror of many payments against one of few, and searches over the large one. */
export async function measureMirrorReads(bench: Bench): Promise<Figure[]> {
  const few = await createMirror(bench, FEW)
  const many = await createMirror(bench, bench.plan.mirrored)
  const sizes = `${bench.plan.mirrored.toLocaleString('en')} mirrored payments against ${FEW.toLocaleString('en')} of another merchant`
  const how = `the read alone, one at a time; ${sizes}, four fifths of them of the last 30 days`
  const figures: Figure[] = []
  for (const [name, read] of Object.entries(READS)) {
    const row = { name: `${name}, p95`, unit: 'ms', goal: { atMost: 1.5 }, how } as const
    const p95 = (ctx: ConnectionContext) => async () => {
      const times = await timesOf(() => Promise.all(read(ctx)), READS_PER_ROUND)
      return [percentile(times, 95)]
    }
    figures.push(...(await compare(bench.plan, [row], { ours: p95(many), baseline: p95(few) })))
  }
  for (const [name, search] of Object.entries(SEARCHES)) {
    const medians: [what: string, ms: number][] = []
    for (const [what, text] of Object.entries(TEXTS))
      medians.push([what, median(await timesOf(() => search(many, text), SEARCHED))])
    const each = medians.map(([what, ms]) => `${what} ${ms.toFixed(1)}`).join(', ')
    const how = `the whole read, one at a time; the slowest of these medians of ${SEARCHED}: ${each}`
    const ours = Math.max(...medians.map(([, ms]) => ms))
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

/** Open browsers, each with a session and a user of its own: a user has 50 streams at most. */
const BROWSERS = 200
const CHANGES = 50

/** Measures the time from a committed change to the last of many open event streams of one web process. */
export async function measureLive(bench: Bench): Promise<Figure[]> {
  const { database, owner, keyring, environment } = bench
  const url = await bench.start('web')
  const now = () => new Date()
  const { connectionId, teamId } = await seedConnection(database, { keyring, now: now() })
  await owner.query(`UPDATE dashboard.connection SET slug = 'bench-live' WHERE id = $1`, [connectionId])
  await owner.query(
    `INSERT INTO dashboard."user" (id, email, name, password_hash, created_at)
      SELECT 'live' || n, 'live' || n || '@example.test', 'Live', 'x', now() FROM generate_series(1, ${BROWSERS}) AS n`,
  )
  await owner.query(
    `INSERT INTO dashboard.membership (team_id, user_id, role, created_at)
      SELECT $1, 'live' || n, 'OWNER', now() FROM generate_series(1, ${BROWSERS}) AS n`,
    [teamId],
  )
  const name = sessionCookie(environment.WEB_URL ?? '')
  const closing = new AbortController()
  bench.defer(() => closing.abort())
  const received: string[] = []
  const streams = Array.from({ length: BROWSERS }, (_, stream) => stream)
  for (const stream of streams) {
    const token = await sessionToken(
      { database, now },
      `live${stream + 1}`,
      environment.NEXTAUTH_SECRET ?? '',
    )
    const request = { headers: { Cookie: `${name}=${token}` }, signal: closing.signal }
    const response = await fetch(`${url}/bench-live/live`, request)
    if (!response.ok) throw new Error(`A stream was answered ${response.status}.`)
    readStream(response, (text) => {
      received[stream] = ((received[stream] ?? '') + text).slice(-1_000)
    }).catch(() => {})
  }
  const times: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const id = `pay_live${change}.`
    const begun = performance.now()
    const message = changeMessage(connectionId, 'payments', id)
    await owner.query('SELECT pg_notify($1, $2)', [LIVE_CHANNEL, message])
    while (streams.some((stream) => !received[stream]?.includes(id))) await delay(1)
    times.push(performance.now() - begun)
    await delay(20)
  }
  const figure = {
    name: `change to the last of ${BROWSERS} browsers, p99`,
    unit: 'ms',
    goal: { atMost: 200 },
  } as const
  const how = `${CHANGES} notifications, one after the other, from before the commit of one until every stream has it; p50 ${median(times).toFixed(0)} ms`
  return [{ ...figure, ours: percentile(times, 99), how }]
}

async function readStream({ body }: Response, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) take(decoder.decode(chunk, { stream: true }))
}
