import * as fs from 'node:fs'
import path from 'node:path'
import autocannon, { type Request } from 'autocannon'
import pg from 'pg'
import { Database, type Side } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { migrate } from '@/lib/platform/migrate'
import { Keyring } from '@/lib/platform/secrets'
import { makeAccount, makeApiKey } from '@/prisma/demo/seed-context'
import { buildWebIfStale } from '@/scripts/build.mjs'
import { runWithProgress } from '@/scripts/install.mjs'
import { freePort } from '@/scripts/ports.mjs'
import { startPostgres } from '@/scripts/postgres.mjs'
import { processEnvironment } from '@/scripts/settings.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { type ProcessCommand, processCommands, supervise } from '@/scripts/supervise.mjs'

/** Connections to Postgres that each server may open, including the baselines. */
export const POOL = 10
/** Open connections of a load, each with one request in flight. */
export const CONNECTIONS = 32
/** Limits of a key, above the throughput of any machine: each request is still counted. */
export const RAISED = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  CONCURRENCY_PER_KEY: '1000000',
}
const HOST = '127.0.0.1'
const HERE = path.join(ROOT, 'scripts/bench')
const NEXT = path.join(ROOT, 'node_modules/next/dist/bin/next')

/** Rounds of a ratio and sizes of datasets: payments by click, of the import, of the large mirror. */
export const PLANS = {
  full: { rounds: 5, roundSeconds: 4, clicked: 50, imported: 100_000, mirrored: 1_000_000 },
  quick: { rounds: 3, roundSeconds: 1.5, clicked: 10, imported: 20_000, mirrored: 100_000 },
}

/** One Postgres with the settings of `npm start`, one merchant, and one environment of all processes. */
export type Bench = Awaited<ReturnType<typeof openBench>>

/** Starts Postgres and creates the merchant. */
export async function openBench(plan: typeof PLANS.full, folder: string) {
  const { url: databaseUrl, stop } = await startPostgres({ folder: path.join(folder, 'postgres') })
  await migrate(databaseUrl, path.join(ROOT, 'prisma/migrations'))
  const deployment = { dataDir: folder, host: HOST, port: await freePort(), apiPort: await freePort() }
  const [barePort, emptyPort] = [String(await freePort()), String(await freePort())]
  const settings = { ...cleanEnvironment(), BARE_PORT: barePort, DATABASE_POOL: String(POOL), ...RAISED }
  const environment = processEnvironment(deployment, databaseUrl, 'production', settings)
  const keyring = new Keyring(environment.ENCRYPTION_KEYS ?? '')
  const database = new Database<Side>({ url: databaseUrl, max: POOL, applicationName: 'bench' })
  const owner = new pg.Pool({ connectionString: databaseUrl })
  // The end of Postgres may come before that of an idle connection.
  owner.on('error', () => {})
  const urls = { web: environment.WEB_URL ?? '', api: environment.API_URL ?? '' }
  const seedContext = { database, log: createLog('bench', 'silent'), urls, now: () => new Date() }
  const account = await makeAccount(seedContext)
  const { api_key: apiKey } = await makeApiKey(seedContext, account)
  const app = path.join(folder, 'app')
  const served = (name: string, port: string, ...args: string[]): ProcessCommand => {
    return { name, args, readyUrl: `http://${HOST}:${port}/` }
  }
  const commands = {
    ...processCommands(deployment),
    bare: served('bare', barePort, path.join(HERE, 'baseline.mjs')),
    empty: served('empty', emptyPort, NEXT, 'start', app, '-p', emptyPort, '-H', HOST),
  }
  const endings: (() => unknown)[] = []
  return {
    ...{ plan, folder, databaseUrl, database, owner, seedContext, keyring, account, apiKey, environment },
    /** Runs this at the end, the last one first. */
    defer: (end: () => unknown) => void endings.push(end),
    /** Returns the number of rows of a table, as its owner. */
    async count(rows: string): Promise<number> {
      return (await owner.query(`SELECT count(*)::int FROM ${rows}`)).rows[0].count
    },
    /** Starts a process as `npm start` does, or a baseline, until the end. Returns the origin of its URLs. */
    async start(name: keyof typeof commands, changes: Record<string, string | undefined> = {}) {
      if (name === 'web') await buildWebIfStale()
      if (name === 'empty') await buildEmptyApp(app, environment)
      const command = commands[name]
      const { ready, stop } = supervise(command, { ...environment, ...changes })
      endings.push(stop)
      await ready
      return new URL(command.readyUrl ?? urls.web).origin
    },
    async close() {
      for (const end of endings.reverse()) await end()
      await Promise.all([database.close(), owner.end()])
      await stop()
    },
  }
}

/** The smallest Next app: a client page, and a route that stores the body of a webhook by one prepared statement. */
const EMPTY_APP = {
  'next.config.mjs': `export default { typescript: { ignoreBuildErrors: true }, turbopack: { root: '${ROOT}' } }`,
  'app/layout.tsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>',
  'app/page.tsx': `'use client'\nexport default () => <h1>Empty</h1>`,
  'app/api/webhooks/[connectionId]/route.ts': `import pg from 'pg'
    const { DATABASE_URL, DATABASE_POOL } = process.env
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) })
    const text = 'INSERT INTO bench.received (connection_id, delivery_id, body) VALUES ($1, $2, $3)'
    export async function POST(request: Request, { params }: { params: Promise<{ connectionId: string }> }) {
      const { connectionId } = await params
      const values = [connectionId, request.headers.get('service-delivery'), await request.text()]
      await pool.query({ name: 'receive', text, values })
      return new Response(null, { status: 204 })
    }`,
  // The build would otherwise find the project's own in a parent folder.
  'proxy.ts': `export const proxy = () => {}\nexport const config = { matcher: '/no' }`,
}

async function buildEmptyApp(app: string, environment: NodeJS.ProcessEnv): Promise<void> {
  for (const [name, text] of Object.entries(EMPTY_APP)) {
    const file = path.join(app, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  await runWithProgress('Building the empty app', process.execPath, [NEXT, 'build', app], environment)
}

/** Returns our environment without variables that would redirect a server, or suggest that npm started it. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const other =
    /DATABASE_URL$|^(DATA_DIR|(WEB|API|NEXTAUTH)_URL|ENCRYPTION_KEYS|NODE_OPTIONS|npm_lifecycle_.*)$/
  const kept = Object.entries(process.env).filter(([name]) => !other.test(name))
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' }
}

/** Sends these requests in turn for some seconds. Returns the rate of answers. Throws unless all are 2xx. */
export async function runLoad(url: string, duration: number, requests: Request[], counts: number[] = []) {
  // The client notices the end at the next sample.
  const load = { url, requests, duration, connections: CONNECTIONS, sampleInt: 100 }
  const { errors, '2xx': answered, non2xx, statusCodeStats, ...result } = await autocannon(load)
  if (errors + non2xx > 0 || answered === 0)
    throw new Error(`${url}: ${errors} errors, answers by status ${JSON.stringify(statusCodeStats)}`)
  counts.push(answered)
  return [answered / result.duration]
}

/** Throws if fewer rows were written than requests were answered; the end of a run cuts off answers of written ones. */
export function requireWritten(written: number, counts: readonly number[]): void {
  const answered = counts.reduce((sum, count) => sum + count, 0)
  if (written < answered) throw new Error(`${answered} requests were answered, ${written} rows were written.`)
}
