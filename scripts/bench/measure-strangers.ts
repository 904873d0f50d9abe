import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { CLEARED_PAUSE } from '@/lib/dashboard/client/rate-limit-pause'
import { DEEP_WINDOW_DAYS } from '@/lib/dashboard/mirror/shape'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import { queueRun } from '@/lib/dashboard/sync/queue-run'
import { makeApiKey, makeLink } from '@/prisma/demo/seed-context'
import { freePort } from '@/scripts/ports.mjs'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { anAccount, type SeededConnection, seedConnection } from '@/test/factories/dashboard'
import { compare, type Figure, percentile } from './figure'
import type { Target } from './hostile-load'
import { CHARGE, createPayingCustomer } from './measure-api'
import { clearQueue, createMerchant, queueEvents } from './measure-webhooks'
import { type Bench, RAISED } from './processes'

const DUE_ROWS = 2_000
/** The silence is just below the time limit of every call. */
const EXTENT = { callsPerSecond: 200, sockets: 200, silenceMs: 9_900 }
/** Requests of each kind that the merchant's payers and program make, evenly spaced. */
const PER_SECOND = 10
/** An attack is measured once its sockets are open and the worker holds as many of its rows as it may. */
const SETTLE_MS = 3_000
/** Length of a round in rounds of the other figures: its p99 needs enough requests. */
const ROUND_FACTOR = 5
/** Limits as they are shipped, unlike those of the other figures. */
const UNRAISED = Object.fromEntries(Object.keys(RAISED).map((name) => [name, undefined]))
const SHIPPED = { ...UNRAISED, TRUSTED_PROXIES: '127.0.0.1' }

/** Measures the p99 of a merchant's payer page and saved-card charge beside a hostile stranger, against quiet rounds. */
export async function measureStrangers(bench: Bench): Promise<Figure[]> {
  const { id: linkId } = await makeLink(bench.seedContext, bench.account, { max_uses: null })
  const customerId = await createPayingCustomer(bench)
  const attack = await createStranger(bench)
  const [apiUrl, webUrl] = [await bench.start('api', SHIPPED), await bench.start('web', SHIPPED)]
  await bench.start('worker', SHIPPED)
  const page = () => send(`${webUrl}/pay/${linkId}`)
  const charge = () => {
    const url = `${apiUrl}/api/v1/customers/${customerId}/charges`
    const headers = {
      Authorization: `Bearer ${bench.apiKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    }
    return send(url, { method: 'POST', headers }, JSON.stringify(CHARGE))
  }
  const baseline = async (seconds: number) => {
    const times = [page, charge].map((send) => timesOf(send, seconds * ROUND_FACTOR))
    return (await Promise.all(times)).map((each) => percentile(each, 99))
  }
  const ours = async (seconds: number) => {
    const end = await attack({ apiUrl, webUrl })
    await delay(SETTLE_MS)
    const times = await baseline(seconds)
    await end()
    await delay(SETTLE_MS)
    return times
  }
  const how = `${PER_SECOND} a second; ${EXTENT.callsPerSecond} calls a second with a leaked key, ${EXTENT.sockets} sockets with endless bodies, ${DUE_ROWS} due deliveries to an endpoint that fails after ${EXTENT.silenceMs / 1_000} s, and ${quotas.connections.limit} connections to a host whose lists never end`
  const row = { unit: 'ms', goal: { atMost: 1.2 }, how } as const
  const names = ['payer page beside a stranger, p99', 'saved-card charge beside a stranger, p99']
  return compare(bench.plan, { ours, baseline }, ...names.map((name) => ({ name, ...row })))
}

/** Creates the stranger's account and connections. Returns a function that starts the attack; its result ends it. */
async function createStranger(bench: Bench) {
  const { database, keyring } = bench
  const hostPort = await freePort()
  const host = `http://localhost:${hostPort}`
  const accountId = await createMerchant(bench, 1, `${host}/hook`)
  const { api_key: apiKey } = await makeApiKey(bench.seedContext, { id: accountId, currency: 'USD' })
  const seeded: SeededConnection[] = []
  while (seeded.length < quotas.connections.limit) {
    // The host answers with the account that its key names.
    const id = `acct_of_a_stranger_${seeded.length}`
    const connection = { baseUrl: `${host}/api/v1`, apiKey: id, account: anAccount({ id }) }
    seeded.push(await seedConnection(database, { keyring, ...connection, now: new Date() }))
  }
  const text = `UPDATE dashboard.connection SET team_id = $1, ${CLEARED_PAUSE}, watched_at = NULL, look_due_at = NULL WHERE id = ANY($2)`
  const values = [seeded[0]?.teamId, seeded.map(({ connectionId }) => connectionId)]
  return async (urls: Pick<Target, 'apiUrl' | 'webUrl'>) => {
    await queueEvents(bench, [accountId], DUE_ROWS)
    await bench.owner.query(text, values)
    for (const { connectionId } of seeded) {
      const db = database.as('checkout_dashboard', connectionId)
      await queueRun(db, { connectionId, days: DEEP_WINDOW_DAYS, now: new Date() })
    }
    const target: Target = { ...urls, ...EXTENT, apiKey, hostPort }
    const args = ['--import', 'tsx', 'scripts/bench/hostile-load.ts', JSON.stringify(target)]
    const load = spawnGuarded(process.execPath, args, { cwd: ROOT })
    bench.defer(load.stop)
    return async () => {
      await load.stop()
      await clearQueue(bench)
    }
  }
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends a request and reads its answer. Throws unless the answer is 2xx. `fetch` would add its own collections of
 * garbage, 25 ms in every fourteenth request, to the times of both sides.
 */
async function send(url: string, options: RequestOptions = {}, body?: string): Promise<void> {
  const [answer] = await once(request(url, { agent, ...options }).end(body), 'response')
  await once(answer.resume(), 'end')
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}`)
}

/** Sends a request every 1/PER_SECOND s, however long the answers take. Throws at an error. */
function timesOf(send: () => Promise<void>, seconds: number): Promise<number[]> {
  const started = performance.now()
  const answered = async (_: unknown, at: number) => {
    const dueAt = started + (at * 1_000) / PER_SECOND
    await delay(Math.max(0, dueAt - performance.now()))
    await send()
    return performance.now() - dueAt
  }
  return Promise.all(Array.from({ length: seconds * PER_SECOND }, answered))
}
