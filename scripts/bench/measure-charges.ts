import { randomUUID } from 'node:crypto'
import { IDEMPOTENT_REPLAY_HEADER } from '@/lib/contract/headers'
import { startApi } from './api-servers'
import { type BenchContext, CONNECTIONS, POOL } from './bench-context'
import { chargeRequest, createPayingCustomer, recordCharge } from './charge-fixture'
import type { Figure } from './figure'
import { median, percentile } from './percentile'
import { pgbenchScript } from './pgbench-script'
import { ratioFigure } from './ratio-figure'
import { requireLimiter } from './require-limiter'
import { responseTimes } from './response-times'
import { alternateRounds } from './rounds'
import { runLoad } from './run-load'
import { findPgbench, runPgbench } from './run-pgbench'
import type { ServerProcess } from './server-process'
import { singleFigure } from './single-figure'

const GOAL = 0.5
const CLIENTS = [1, 8, 64] as const
const REPLAYED_KEYS = 200
const REPLAYING_CLIENTS = 8
const CREATED = 201

/** Measures charges of a saved card: against pgbench, at several numbers of clients, and with a repeated key. */
export async function measureCharges(bench: BenchContext): Promise<Figure[]> {
  const customerId = await createPayingCustomer(bench)
  const api = await startApi(bench)
  try {
    await requireLimiter(api.url, bench.apiKey)
    const before = await approved(bench)
    const recorded = [await recordCharge(bench, customerId), await recordCharge(bench, customerId)] as const
    const fixture = { bench, api, customerId }
    const rates = await ratesByClients(fixture)
    const replays = await replayTimes(fixture)
    const sent = rates.requests + REPLAYED_KEYS + recorded.length
    const found = (await approved(bench)) - before
    if (found !== sent) throw new Error(`${sent} charges were answered 201, ${found} payments are APPROVED.`)
    // Last, because pgbench's charges belong to no payment.
    return [await againstPgbench(fixture, pgbenchScript(recorded)), ...rates.figures, replays]
  } finally {
    await api.stop()
  }
}

interface ChargeFixture {
  bench: BenchContext
  api: ServerProcess
  customerId: string
}

async function againstPgbench(
  { bench, api, customerId }: ChargeFixture,
  script: ReturnType<typeof pgbenchScript>,
): Promise<Figure> {
  const name = 'saved-card charge, bank without delay'
  let sent = 0
  const before = await approved(bench)
  const run = async (seconds: number) => {
    const next = () => chargeRequest(bench, api.url, customerId)
    const result = await runLoad({
      url: api.url,
      connections: CONNECTIONS,
      seconds,
      status: CREATED,
      next,
    })
    sent += result.requests
    // The other side returns rows, not bodies.
    return { ...result, bodyBytes: 0 }
  }
  const program = findPgbench()
  if (!program) {
    const result = await run(bench.options.roundSeconds)
    const how = 'alone, for this machine has no pgbench: apt-get install postgresql-contrib'
    return singleFigure({ name, unit: 'requests/s', ours: result.requests / result.seconds, how })
  }
  const { databaseUrl, folder } = bench
  const pgbench = { program, databaseUrl, script, clients: POOL, folder }
  const baseline = {
    server: { url: databaseUrl, pid: undefined, cpuUs: () => null, stop: async () => {} },
    run: async (seconds: number) => {
      const result = await runPgbench(pgbench, seconds)
      sent += result.requests
      return result
    },
  }
  const sampled = await alternateRounds({ server: api, run }, baseline, bench.options)
  // pgbench's charges were completed, too: each of its statements found a row.
  const found = (await approved(bench)) - before
  if (found !== sent) throw new Error(`${sent} charges of both sides ended well, ${found} are APPROVED.`)
  const how = `POST /customers/{id}/charges with a key and an Idempotency-Key, limiter on, ${CONNECTIONS} connections; pgbench -M prepared, ${POOL} clients as the tables' owner, the statements and borders that one such charge sent for T1, T2, T3 and the bank (its look-ups of key, customer and card, its changes of role and its limiter's statements left out)`
  return ratioFigure({ name, goal: GOAL, how }, sampled)
}

async function ratesByClients({ bench, api, customerId }: ChargeFixture) {
  const figures: Figure[] = []
  let requests = 0
  const next = () => chargeRequest(bench, api.url, customerId)
  const run = async (connections: number, seconds: number) => {
    const result = await runLoad({ url: api.url, connections, seconds, status: CREATED, next })
    requests += result.requests
    return result.requests / result.seconds
  }
  const { rounds, roundSeconds, warmUpSeconds } = bench.options
  await run(CONNECTIONS, warmUpSeconds)
  for (const clients of CLIENTS) {
    const perSecond: number[] = []
    for (let round = 0; round < rounds; round += 1) perSecond.push(await run(clients, roundSeconds))
    const how = `median of ${rounds} rounds of ${roundSeconds} s, each found APPROVED`
    figures.push(
      singleFigure({
        name: `charges, ${clients} at once`,
        unit: 'requests/s',
        ours: median(perSecond),
        rounds: perSecond,
        how,
      }),
    )
  }
  return { figures, requests }
}

async function replayTimes({ bench, api, customerId }: ChargeFixture): Promise<Figure> {
  const requests = Array.from({ length: REPLAYED_KEYS }, () =>
    chargeRequest(bench, api.url, customerId, `replayed ${randomUUID()}`),
  )
  const fresh = [...requests]
  const once = { url: api.url, connections: 1, seconds: Number.POSITIVE_INFINITY, status: CREATED }
  await runLoad({ ...once, next: () => fresh.pop() ?? null })
  await requireReplay(api.url, requests[0])
  let at = 0
  const next = () => requests[at++ % requests.length] ?? null
  const { rounds, roundSeconds } = bench.options
  const load = { url: api.url, seconds: rounds * roundSeconds, status: CREATED, next }
  const times = (
    await Promise.all(Array.from({ length: REPLAYING_CLIENTS }, () => responseTimes(load)))
  ).flat()
  const how = `${times.length} answers of ${REPLAYED_KEYS} stored keys, ${REPLAYING_CLIENTS} clients; p50 ${percentile(times, 50).toFixed(1)} ms`
  return singleFigure({ name: 'replayed key, p99', unit: 'ms', ours: percentile(times, 99), how })
}

/** Requires that the second response is marked as a replay. */
async function requireReplay(origin: string, request: Buffer | undefined): Promise<void> {
  const [head = '', body = ''] = (request?.toString('utf8') ?? '').split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const [name = '', value = ''] = line.split(': ')
    if (!/^(host|content-length)$/i.test(name)) headers.set(name, value)
  }
  const answer = await fetch(origin + (start.split(' ')[1] ?? ''), { method: 'POST', headers, body })
  if (answer.headers.get(IDEMPOTENT_REPLAY_HEADER) !== 'true') throw new Error('a key was not replayed')
}

async function approved({ database, account }: BenchContext): Promise<number> {
  const { rows } = await database.as('checkout_service', account.id).query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM service.payment WHERE account_id = $1 AND status = 'APPROVED'`,
    values: [account.id],
  })
  return rows[0]?.count ?? 0
}
