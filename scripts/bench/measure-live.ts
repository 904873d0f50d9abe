import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { sessionCookie } from '@/lib/dashboard/web/session'
import { buildWebIfStale } from '@/scripts/build.mjs'
import { processCommands } from '@/scripts/supervise.mjs'
import { seedConnection } from '@/test/factories/dashboard'
import { type BenchContext, profileArgs } from './bench-context'
import type { Figure } from './figure'
import { percentile } from './percentile'
import { residentMiB } from './process-memory'
import { type ServerProcess, startServerProcess } from './server-process'
import { singleFigure } from './single-figure'

const GOAL_MS = 200
const SLUG = 'bench-live'
/** Open browsers, each with its own session. */
const BROWSERS = 200
const ROUNDS = 50
/** Streams that are opened at the same time: a browser waits for its page. */
const OPENING = 40
/** Silence after which a stream counts as failed. */
const LOST_MS = 30_000
const REQUESTS = 20

interface OpenStream {
  request: ClientRequest
  /** Resolves once the stream has sent this text. */
  sends(text: string): Promise<void>
}

/**
 * Measures the web process with open event streams: the time from a committed change to the last browser, and the cost of
 * idle streams.
 */
export async function measureLive(bench: BenchContext): Promise<Figure[]> {
  await buildWebIfStale()
  const { streams } = bench.options
  const { args } = processCommands({ host: '127.0.0.1', port: bench.port, apiPort: bench.apiPort }).web
  const server = await startServerProcess({
    name: 'live-web',
    args: [...profileArgs(bench), ...args],
    env: { ...bench.environment, PORT: String(bench.port) },
    port: bench.port,
    readyPath: '/api/webhooks/none',
    folder: bench.folder,
  })
  const open: OpenStream[] = []
  try {
    const { connectionId, cookies } = await signIn(bench)
    const path = `/${SLUG}/live`
    const grow = async (count: number) => {
      while (open.length < count)
        open.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(OPENING, count - open.length) }, (_, at) =>
              openStream(`${server.url}${path}`, cookies[(open.length + at) % BROWSERS] ?? ''),
            ),
          )),
        )
    }
    await grow(BROWSERS)
    const times = await changeToLast(bench, connectionId, open)
    const before = memoryOf(server)
    await grow(streams)
    const after = memoryOf(server)
    const latencies = await requestTimes(`${server.url}/${SLUG}/mirror/data`, cookies[0] ?? '')
    return [
      {
        ...singleFigure({
          name: `change to the last of ${BROWSERS} browsers, p99`,
          unit: 'ms',
          ours: percentile(times, 99),
          rounds: times,
          how: `${ROUNDS} notifications, one after the other; from before the commit of one until every stream has it; p50 ${percentile(times, 50).toFixed(0)} ms`,
        }),
        goal: { kind: 'at_most', value: GOAL_MS },
      },
      singleFigure({
        name: `${open.length.toLocaleString('en')} open streams, each`,
        unit: 'KB',
        ours: ((after - before) * 1_048.576) / (streams - BROWSERS),
        how: `resident memory of the web process beyond that of ${BROWSERS} streams, which was ${before.toFixed(0)} MiB`,
      }),
      singleFigure({
        name: `a request beside ${open.length.toLocaleString('en')} streams, p95`,
        unit: 'ms',
        ours: percentile(latencies, 95),
        how: `${REQUESTS} of the mirror's health, one after the other, while each stream beats every 20 s`,
      }),
    ]
  } finally {
    for (const { request } of open) request.destroy()
    await server.stop()
  }
}

/** Creates an account with a member for each browser: a user has 50 streams at most. */
async function signIn({ database, keyring, environment }: BenchContext) {
  const now = new Date()
  const { connectionId, teamId } = await seedConnection(database, { keyring, now })
  const system = database.as('checkout_dashboard_system')
  // The account's id is not an e-mail address.
  await system.query({
    text: 'UPDATE dashboard.connection SET slug = $2 WHERE id = $1',
    values: [connectionId, SLUG],
  })
  await system.query({
    text: `INSERT INTO dashboard."user" (id, email, name, password_hash, created_at)
      SELECT 'user_live' || n, 'live' || n || '@example.test', 'Live', 'x', $1 FROM generate_series(1, ${BROWSERS}) AS n`,
    values: [now],
  })
  await system.query({
    text: `INSERT INTO dashboard.membership (team_id, user_id, role, created_at)
      SELECT $1, 'user_live' || n, 'OWNER', $2 FROM generate_series(1, ${BROWSERS}) AS n`,
    values: [teamId, now],
  })
  await system.query({
    text: `INSERT INTO dashboard.session (id, user_id, created_at, last_seen_at, expires_at, address, user_agent)
      SELECT 'ses_live' || n, 'user_live' || n, $1, $1, $1::timestamptz + interval '1 day', '', '' FROM generate_series(1, ${BROWSERS}) AS n`,
    values: [now],
  })
  const name = sessionCookie(environment.WEB_URL ?? '')
  const cookies = await Promise.all(
    Array.from({ length: BROWSERS }, async (_, at) => {
      const token = { sub: `user_live${at + 1}`, session: `ses_live${at + 1}` }
      return `${name}=${await encode({ token, secret: environment.NEXTAUTH_SECRET ?? '' })}`
    }),
  )
  return { connectionId, cookies }
}

/** Opens a stream and waits for its first event. Throws for any other response. */
function openStream(url: string, cookie: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const waits = new Map<string, () => void>()
    let received = ''
    const request = get(url, { agent: false, headers: { Cookie: cookie } }, (response: IncomingMessage) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        received = (received + text).slice(-1_000)
        for (const [wanted, resolveWait] of waits) if (received.includes(wanted)) resolveWait()
        resolve(stream)
      })
    })
    const stream: OpenStream = {
      request,
      sends: (text) =>
        new Promise((resolveWait, rejectWait) => {
          const timer = setTimeout(() => rejectWait(new Error(`a stream did not send ${text}`)), LOST_MS)
          waits.set(text, () => {
            clearTimeout(timer)
            waits.delete(text)
            resolveWait()
          })
        }),
    }
    request.on('error', reject)
  })
}

async function changeToLast(
  { database }: BenchContext,
  connectionId: string,
  open: readonly OpenStream[],
): Promise<number[]> {
  const system = database.as('checkout_dashboard_system')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `pay_live${round}.`
    const received = Promise.all(open.map((stream) => stream.sends(id)))
    const begun = performance.now()
    const values = [LIVE_CHANNEL, changeMessage(connectionId, 'payments', id)]
    await system.query({ text: 'SELECT pg_notify($1, $2)', values })
    await received
    times.push(performance.now() - begun)
    await delay(20)
  }
  return times
}

async function requestTimes(url: string, cookie: string): Promise<number[]> {
  const times: number[] = []
  for (let request = 0; request < REQUESTS; request += 1) {
    const begun = performance.now()
    const response = await fetch(url, { headers: { Cookie: cookie } })
    await response.text()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    times.push(performance.now() - begun)
  }
  return times
}

function memoryOf({ pid }: ServerProcess): number {
  return (pid === undefined ? null : residentMiB(pid)) ?? 0
}
