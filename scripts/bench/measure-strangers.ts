import { setTimeout as delay } from 'node:timers/promises'
import { CLEARED_PAUSE } from '@/lib/dashboard/client/call-pause'
import { quotas } from '@/lib/dashboard/schema/quotas'
import { queueRun } from '@/lib/dashboard/sync/queue-run'
import { DEEP_WINDOW_DAYS } from '@/lib/dashboard/sync/sync-windows'
import { makeApiKey, makeLink } from '@/prisma/demo/seed-context'
import { buildWebIfStale } from '@/scripts/build.mjs'
import { freePort } from '@/scripts/ports.mjs'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { processCommands } from '@/scripts/supervise.mjs'
import { anAccount, seedConnection } from '@/test/factories/dashboard'
import { startApi } from './api-servers'
import type { BenchContext } from './bench-context'
import { createPayingCustomer } from './charge-fixture'
import { clearQueue, createMerchants, queueEvents } from './deliveries-dataset'
import type { Figure } from './figure'
import { HOST_SILENCE_MS, LEAKED_KEY_CALLS_PER_SECOND, SOCKETS, type Target } from './hostile-target'
import { percentile } from './percentile'
import { startServerProcess } from './server-process'
import { startWorkerProcess } from './worker-process'

const GOAL = 1.2
const DUE_ROWS = 2_000
/** Requests of each kind that the merchant's payers and program make, evenly spaced. */
const PER_SECOND = 10
/** An attack is measured once its sockets are open and the worker holds as many of its rows as it may. */
const SETTLE_MS = 3_000
const ROUND_FACTOR = 5

interface Times {
  page: number[]
  charge: number[]
}

/**
 * Measures the p99 of a merchant's payer page and saved-card charge while a stranger floods the API with a leaked key,
 * answers as a hostile host of as many connections as a team may have, holds 200 sockets and has 2,000 due rows, against
 * quiet rounds between.
 */
export async function measureStrangers(bench: BenchContext): Promise<Figure[]> {
  await buildWebIfStale()
  const limits = {
    RATE_LIMIT_PER_SECOND: undefined,
    RATE_LIMIT_BURST: undefined,
    CONCURRENCY_PER_KEY: undefined,
  }
  const shipped = { ...bench, environment: { ...bench.environment, ...limits, TRUSTED_PROXIES: '127.0.0.1' } }
  const link = await makeLink(bench.seedContext, bench.account, { max_uses: null })
  const customerId = await createPayingCustomer(bench)
  const stranger = await createStranger(bench)
  const api = await startApi(shipped)
  const web = await startServerProcess({
    name: 'web',
    args: processCommands({ host: '127.0.0.1', port: bench.port, apiPort: bench.apiPort }).web.args,
    env: { ...shipped.environment, PORT: String(bench.port) },
    port: bench.port,
    readyPath: '/sign-in',
    folder: bench.folder,
  })
  const worker = startWorkerProcess(shipped)
  try {
    const page = () => fetch(`${web.url}/pay/${link.id}`)
    const charge = () =>
      fetch(`${api.url}/api/v1/customers/${customerId}/charges`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${bench.apiKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': crypto.randomUUID(),
        },
        body: JSON.stringify({ amount: 12.5, description: 'Croissants', use_saved_card: true }),
      })
    const measure = async (seconds: number): Promise<Times> => {
      const [pages, charges] = await Promise.all([timesOf(page, 200, seconds), timesOf(charge, 201, seconds)])
      return { page: pages, charge: charges }
    }
    const { rounds, roundSeconds, warmUpSeconds } = bench.options
    await measure(warmUpSeconds)
    const quiet: Times[] = []
    const attacked: Times[] = []
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure(roundSeconds * ROUND_FACTOR))
      const end = await stranger.attack({ apiUrl: api.url, webUrl: web.url })
      await delay(SETTLE_MS)
      attacked.push(await measure(roundSeconds * ROUND_FACTOR))
      await end()
      await delay(SETTLE_MS)
    }
    return [
      figure('payer page beside a stranger', 'page', attacked, quiet),
      figure('saved-card charge beside a stranger', 'charge', attacked, quiet),
    ]
  } finally {
    await Promise.all([worker.stop(), web.stop(), api.stop()])
  }
}

/** Creates the stranger's account, key, endpoint and connections. */
async function createStranger(bench: BenchContext) {
  const hostPort = await freePort()
  const [accountId = ''] = await createMerchants(bench, {
    merchants: 1,
    perMerchant: 1,
    url: `http://localhost:${hostPort}/hook`,
  })
  const { api_key: apiKey } = await makeApiKey(bench.seedContext, { id: accountId, currency: 'USD' })
  const baseUrl = `http://localhost:${hostPort}/api/v1`
  const system = bench.database.as('checkout_dashboard_system')
  const connectionIds: string[] = []
  let teamId: string | null = null
  for (let count = 0; count < quotas.connections.limit; count += 1) {
    const { keyring } = bench
    // The host answers with the account that its key names.
    const apiKey = `acct_of_a_stranger_${count}`
    const account = anAccount({ id: apiKey })
    const seeded = await seedConnection(bench.database, {
      keyring,
      baseUrl,
      apiKey,
      account,
      now: new Date(),
    })
    teamId ??= seeded.teamId
    connectionIds.push(seeded.connectionId)
  }
  await system.query({
    text: 'UPDATE dashboard.connection SET team_id = $1 WHERE id = ANY($2)',
    values: [teamId, connectionIds],
  })
  return {
    /** Starts the attack; returns a function that ends it. */
    async attack(urls: Pick<Target, 'apiUrl' | 'webUrl'>): Promise<() => Promise<void>> {
      await queueEvents(bench, [accountId], DUE_ROWS)
      await system.query({
        text: `UPDATE dashboard.connection SET ${CLEARED_PAUSE}, watched_at = NULL, look_due_at = NULL WHERE team_id = $1`,
        values: [teamId],
      })
      for (const connectionId of connectionIds) {
        const db = bench.database.as('checkout_dashboard', connectionId)
        await queueRun(db, { connectionId, days: DEEP_WINDOW_DAYS, now: new Date() })
      }
      const target: Target = { ...urls, apiKey, hostPort }
      const program = 'scripts/bench/hostile-load.ts'
      const load = spawnGuarded(process.execPath, ['--import', 'tsx', program, JSON.stringify(target)], {
        cwd: ROOT,
      })
      return async () => {
        await load.stop()
        await clearQueue(bench)
      }
    },
  }
}

/** Sends a request every 1/PER_SECOND s, however long the answers take. Throws at another status. */
async function timesOf(send: () => Promise<Response>, status: number, seconds: number): Promise<number[]> {
  const started = performance.now()
  const answers: Promise<number>[] = []
  for (let sent = 0; sent < seconds * PER_SECOND; sent += 1) {
    const dueAt = started + (sent * 1_000) / PER_SECOND
    await delay(Math.max(0, dueAt - performance.now()))
    answers.push(
      send().then(async (answer) => {
        await answer.arrayBuffer()
        if (answer.status !== status) throw new Error(`${answer.url} answered ${answer.status}`)
        return performance.now() - dueAt
      }),
    )
  }
  return Promise.all(answers)
}

function figure(
  name: string,
  kind: keyof Times,
  attacked: readonly Times[],
  quiet: readonly Times[],
): Figure {
  const p99 = (rounds: readonly Times[]) =>
    percentile(
      rounds.flatMap((round) => round[kind]),
      99,
    )
  return {
    name: `${name}, p99`,
    unit: 'ms',
    ours: p99(attacked),
    baseline: p99(quiet),
    ratio: p99(attacked) / p99(quiet),
    goal: { kind: 'at_most', value: GOAL },
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: attacked.map((round, at) => ({ ours: p99([round]), baseline: p99(quiet.slice(at, at + 1)) })),
    how: `${PER_SECOND} a second; ${LEAKED_KEY_CALLS_PER_SECOND} calls a second with the leaked key, ${SOCKETS} sockets with endless bodies, ${DUE_ROWS} due deliveries to an endpoint that fails after ${HOST_SILENCE_MS / 1_000} s, and ${quotas.connections.limit} connections to a host whose lists never end`,
  }
}
