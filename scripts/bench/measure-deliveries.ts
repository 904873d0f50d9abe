import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { signatureHeader } from '@/lib/contract/signature'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import { startDeliveries } from '@/lib/service/webhooks/run-deliveries'
import { buildProcessesIfStale } from '@/scripts/build.mjs'
import { freePort } from '@/scripts/ports.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { type BenchContext, POOL } from './bench-context'
import { clearQueue, createMerchants, eventBody, queueEvents } from './deliveries-dataset'
import type { Figure } from './figure'
import { percentile } from './percentile'
import { ratioFigure } from './ratio-figure'
import { alternateRounds } from './rounds'
import type { LoadResult } from './run-load'
import { startServerProcess } from './server-process'
import { singleFigure } from './single-figure'
import { withClient } from './with-client'
import { startWorkerProcess } from './worker-process'

const GOAL = 0.5
const GOAL_P50_MS = 50
const GOAL_TARPITS_MS = 2_000
/** Concurrent requests, as in one worker process. There are enough merchants that no merchant's own limit applies. */
const CONCURRENCY = 200
const MERCHANTS = 26
const ENDPOINTS = 4
const ENDPOINT_COUNT = MERCHANTS * ENDPOINTS
/** Rate above both sides' throughput. */
const DELIVERIES_PER_SECOND_MAX = 4_000
const LEASE_MS = 30_000
const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50
/** Interval of the events whose waiting times are measured, of one merchant after the other. */
const EVENT_EACH_MS = 20
const EVENTS_PER_SECOND = 1_000 / EVENT_EACH_MS
const TARPITS = 60
const TARPIT_EVENTS = 20

/** Measures deliveries per second next to an undici loop, and the waiting time of an event, alone and next to tarpits. */
export async function measureDeliveries(bench: BenchContext): Promise<Figure[]> {
  const database = new Database({ url: bench.databaseUrl, max: POOL, applicationName: 'bench-deliveries' })
  try {
    return [await measureRate(bench, database), ...(await measureWaits(bench, database))]
  } finally {
    await database.close()
  }
}

function startWorker({ databaseUrl, keyring }: BenchContext, database: Database) {
  return startDeliveries({
    database,
    databaseUrl,
    keyring,
    http: new OutboundHttp({ testMode: true }),
    now: () => new Date(),
    owner: 'bench',
    leaseMs: LEASE_MS,
    log: createLog('bench', 'silent'),
  })
}

async function measureRate(bench: BenchContext, database: Database): Promise<Figure> {
  await buildProcessesIfStale()
  const port = await freePort()
  const receiver = await startServerProcess({
    name: 'baseline-receiver',
    args: [path.join(ROOT, 'scripts/bench/baseline-receiver.mjs')],
    env: { ...bench.environment, PORT: String(port) },
    port,
    readyPath: '/',
    folder: bench.folder,
  })
  try {
    const url = `http://localhost:${port}/hook`
    const accountIds = await createMerchants(bench, { merchants: MERCHANTS, perMerchant: ENDPOINTS, url })
    await createBaselineTable(bench)
    const worker = startWorkerProcess(bench)
    try {
      const ours = {
        server: receiver,
        run: (seconds: number) => runOurs(bench, database, accountIds, seconds),
      }
      const baseline = {
        server: receiver,
        run: (seconds: number) => runBaseline(database, receiver.url, seconds),
      }
      const how = `events of ${eventBody.length} bytes to ${ENDPOINT_COUNT} endpoints of ${MERCHANTS} merchants, answered at once, by the worker process; ${CONCURRENCY} requests of undici on open connections, signed, each answer one INSERT into a table like ours`
      return ratioFigure(
        { name: 'deliveries', goal: GOAL, how },
        await alternateRounds(ours, baseline, bench.options),
      )
    } finally {
      await worker.stop()
    }
  } finally {
    await receiver.stop()
  }
}

/** Measures our worker, which sends from the moment at which events are queued and idles between the rounds. */
async function runOurs(
  bench: BenchContext,
  database: Database,
  accountIds: readonly string[],
  seconds: number,
): Promise<LoadResult> {
  const before = await countSent(database)
  await queueEvents(bench, accountIds, Math.ceil((seconds * DELIVERIES_PER_SECOND_MAX) / ENDPOINT_COUNT))
  const deadline = performance.now() + READY_TIMEOUT_MS
  while ((await countSent(database)) === before) {
    if (performance.now() > deadline) throw new Error('The worker sends nothing.')
    await delay(POLL_MS)
  }
  const started = performance.now()
  const first = await countSent(database)
  await delay(seconds * 1_000)
  const requests = (await countSent(database)) - first
  const elapsedSeconds = (performance.now() - started) / 1_000
  await clearQueue(bench)
  return { requests, seconds: elapsedSeconds, bodyBytes: requests * eventBody.length }
}

async function countSent(database: Database): Promise<number> {
  const { rows } = await database.as('checkout_system').query<{ sent: number }>({
    text: 'SELECT count(*) AS sent FROM service.delivery_attempt WHERE error_class IS NULL',
  })
  return rows[0]?.sent ?? 0
}

function createBaselineTable({ databaseUrl }: BenchContext): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query('CREATE SCHEMA IF NOT EXISTS bench')
    await client.query(
      'CREATE TABLE bench.attempt (LIKE service.delivery_attempt INCLUDING INDEXES INCLUDING DEFAULTS)',
    )
    await client.query('GRANT USAGE ON SCHEMA bench TO checkout_system')
    await client.query('GRANT INSERT ON bench.attempt TO checkout_system')
  })
}

let baselineRound = 0

async function runBaseline(database: Database, url: string, seconds: number): Promise<LoadResult> {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 })
  const db = database.as('checkout_system')
  const started = performance.now()
  const until = started + seconds * 1_000
  baselineRound += 1
  let requests = 0
  const loop = async (line: number) => {
    for (let number = 0; performance.now() < until; number += 1) {
      const attemptedAt = new Date()
      const signature = signatureHeader(['whsec_bench'], Math.floor(attemptedAt.getTime() / 1_000), eventBody)
      const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature }
      const answer = await pool.request({ path: '/hook', method: 'POST', headers, body: eventBody })
      const head = await answer.body.text()
      await db.query({
        name: 'baseline-attempt',
        text: `INSERT INTO bench.attempt (account_id, delivery_id, number, attempted_at, duration_ms, answer_status,
          answer_head, signature) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [
          'baseline',
          `${baselineRound}-${line}`,
          number,
          attemptedAt,
          Date.now() - attemptedAt.getTime(),
          answer.statusCode,
          head,
          signature,
        ],
      })
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, line) => loop(line)))
  await pool.close()
  return {
    requests,
    seconds: (performance.now() - started) / 1_000,
    bodyBytes: requests * eventBody.length,
  }
}

/** Measures the time from an event's commit to its arrival: alone, then during deliveries to one merchant's tarpits. */
async function measureWaits(bench: BenchContext, database: Database): Promise<Figure[]> {
  const arrivals = new Map<string, (at: number) => void>()
  const shop = await listen((body) => arrivals.get(JSON.parse(body).data.payment.id)?.(performance.now()))
  const tarpit = await listen(null)
  const healthy = await createMerchants(bench, { merchants: 100, perMerchant: 1, url: shop.url })
  const one = await createMerchants(bench, { merchants: 1, perMerchant: TARPITS, url: tarpit.url })
  const worker = startWorker(bench, database)
  try {
    const count = Math.round(bench.options.roundSeconds * bench.options.rounds * EVENTS_PER_SECOND)
    const waits = () => waitTimes(bench, { accountIds: healthy, count, arrivals })
    await waits()
    const alone = await waits()
    await queueEvents(bench, one, TARPIT_EVENTS)
    const beside = await waits()
    const [p50, p99, besideP99] = [percentile(alone, 50), percentile(alone, 99), percentile(beside, 99)]
    const how = `${count} events of 100 merchants, one every ${EVENT_EACH_MS} ms, from the commit to their arrival`
    const row = { unit: 'ms' as const, how }
    return [
      {
        ...singleFigure({ ...row, name: 'commit to received, p50', ours: p50 }),
        goal: { kind: 'at_most', value: GOAL_P50_MS },
      },
      singleFigure({ ...row, name: 'commit to received, p99', ours: p99 }),
      {
        ...singleFigure({
          ...row,
          name: 'what 60 tarpits add to the p99',
          ours: besideP99 - p99,
          how: `${how}; ${TARPITS} endpoints of one other merchant, past the limit, with ${TARPIT_EVENTS} events each, never answer; the p99 beside them: ${besideP99.toFixed(0)} ms`,
        }),
        goal: { kind: 'at_most', value: GOAL_TARPITS_MS },
      },
    ]
  } finally {
    await worker.stop()
    shop.close()
    tarpit.close()
  }
}

async function waitTimes(
  { database }: BenchContext,
  {
    accountIds,
    count,
    arrivals,
  }: {
    accountIds: readonly string[]
    count: number
    arrivals: Map<string, (at: number) => void>
  },
): Promise<number[]> {
  const waits: Promise<number>[] = []
  for (let index = 0; index < count; index += 1) {
    const accountId = accountIds[index % accountIds.length] ?? ''
    const id = `pay_${index}`
    const arrived = new Promise<number>((resolve) => arrivals.set(id, resolve))
    const committed = database
      .as('checkout_service', accountId)
      .transaction((tx) =>
        recordEvent(tx, { accountId, kind: 'payment.succeeded', object: { id }, now: new Date() }),
      )
      .then(() => performance.now())
    waits.push(Promise.all([committed, arrived]).then(([from, to]) => to - from))
    await delay(EVENT_EACH_MS)
  }
  return Promise.all(waits)
}

/** Starts a receiver in this process; without `onBody` it never responds. */
async function listen(onBody: ((body: string) => void) | null) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (!onBody) return
      onBody(Buffer.concat(chunks).toString('utf8'))
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a listening TCP server always has this type.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/hook`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
