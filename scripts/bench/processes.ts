import * as fs from 'node:fs'
import path from 'node:path'
import autocannon, { type Request } from 'autocannon'
import pg from 'pg'
import { Database } from '@/lib/platform/database'
import type { Side } from '@/lib/platform/database-roles'
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
import { processCommands, supervise } from '@/scripts/supervise.mjs'

/** Connections to Postgres that each server may open, including the baselines. */
export const POOL = 10
/** Open connections of a load, each with one request in flight. */
export const CONNECTIONS = 32
/** Limits of the merchant's only key, above the throughput of any machine: each request is still counted. */
const RAISED = '1000000'
const host = '127.0.0.1'
const NEXT = path.join(ROOT, 'node_modules/next/dist/bin/next')

/** Rounds of a ratio and sizes of datasets: payments by click, of the import, of the large mirror. */
export const PLANS = {
  full: { rounds: 5, roundSeconds: 4, clicked: 50, imported: 100_000, mirrored: 1_000_000 },
  quick: { rounds: 3, roundSeconds: 1.5, clicked: 10, imported: 20_000, mirrored: 100_000 },
}

type Settings = Record<string, string | undefined>

/** One Postgres with the settings of `npm start`, one merchant, and one environment of all processes. */
export type Bench = Awaited<ReturnType<typeof openBench>>

/** Starts Postgres and creates the merchant. */
export async function openBench(plan: typeof PLANS.full, folder: string) {
  const { url: databaseUrl, stop } = await startPostgres({ folder: path.join(folder, 'postgres') })
  await migrate(databaseUrl, path.join(ROOT, 'prisma/migrations'))
  const deployment = { dataDir: folder, host, port: await freePort(), apiPort: await freePort() }
  const key = { RATE_LIMIT_PER_SECOND: RAISED, RATE_LIMIT_BURST: RAISED, CONCURRENCY_PER_KEY: RAISED }
  const settings = { ...cleanEnvironment(), DATABASE_POOL: String(POOL), ...key }
  const environment = processEnvironment(deployment, databaseUrl, 'production', settings)
  const keyring = new Keyring(environment.ENCRYPTION_KEYS ?? '')
  const database = new Database<Side>({ url: databaseUrl, max: POOL, applicationName: 'bench' })
  const owner = new pg.Pool({ connectionString: databaseUrl })
  const urls = { web: environment.WEB_URL ?? '', api: environment.API_URL ?? '' }
  const seedContext = { database, log: createLog('bench', 'silent'), urls, now: () => new Date() }
  const account = await makeAccount(seedContext)
  const { api_key: apiKey } = await makeApiKey(seedContext, account)
  const endings: (() => unknown)[] = []
  const run = async (name: string, args: string[], readyUrl: string | undefined, changes: Settings) => {
    const command = { name, args, ...(readyUrl ? { readyUrl } : { readyLine: /\bready\b/ }) }
    const running = supervise(command, { ...environment, ...changes })
    endings.push(running.stop)
    await running.ready
    return readyUrl ? new URL(readyUrl).origin : ''
  }
  return {
    ...{ plan, folder, databaseUrl, database, owner, seedContext, keyring, account, apiKey, environment },
    /** Runs this at the end, the last one first. */
    defer: (end: () => unknown) => void endings.push(end),
    /** Returns the number of rows of a table, as its owner. */
    async count(rows: string): Promise<number> {
      return (await owner.query(`SELECT count(*)::int FROM ${rows}`)).rows[0].count
    },
    /** Starts a process as `npm start` does, until the end. Returns the origin of its URLs. */
    async start(name: 'api' | 'web' | 'worker', changes: Settings = {}) {
      if (name === 'web') await buildWebIfStale()
      const { args, readyUrl } = processCommands(deployment)[name]
      return run(name, args, readyUrl, changes)
    },
    /** Starts the bare server of this folder. */
    async startBaseline() {
      const PORT = String(await freePort())
      const args = [path.join(ROOT, 'scripts/bench/baseline.mjs')]
      return run('bare', args, `http://${host}:${PORT}/`, { PORT, ACCOUNT_ID: account.id })
    },
    /** Builds and starts the empty Next app of this folder. */
    async startEmptyApp() {
      const app = path.join(folder, 'app')
      fs.cpSync(path.join(ROOT, 'scripts/bench/empty-page-app'), app, { recursive: true })
      // The build would otherwise find the project's own in a parent folder.
      const proxy = "export const proxy = () => {}\nexport const config = { matcher: '/no' }"
      fs.writeFileSync(path.join(app, 'proxy.ts'), proxy)
      fs.writeFileSync(path.join(app, 'instrumentation.ts'), 'export const register = () => {}')
      await runWithProgress('Building the empty app', process.execPath, [NEXT, 'build', app], environment)
      const port = String(await freePort())
      return run('empty', [NEXT, 'start', app, '-p', port, '-H', host], `http://${host}:${port}/`, {})
    },
    async close() {
      for (const end of endings.reverse()) await end()
      await Promise.all([database.close(), owner.end()])
      await stop()
    },
  }
}

/** Returns our environment without variables that would redirect a server, or suggest that npm started it. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const other =
    /DATABASE_URL$|^(DATA_DIR|WEB_URL|API_URL|NEXTAUTH_URL|ENCRYPTION_KEYS|NODE_OPTIONS|npm_lifecycle_.*)$/
  const kept = Object.entries(process.env).filter(([name]) => !other.test(name))
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' }
}

/** Answers of several runs; the end of each run cuts off up to CONNECTIONS more. */
export interface Count {
  answered: number
  runs: number
}

/** Sends these requests in turn for some seconds. Returns answers per second. Throws at an error or another status. */
export async function runLoad(
  url: string,
  duration: number,
  status: number,
  requests: Request[],
  count: Count = { answered: 0, runs: 0 },
) {
  // The client notices the end at the next sample.
  const load = { url, requests, duration, connections: CONNECTIONS, sampleInt: 100 }
  const { errors, statusCodeStats = {}, ...result } = await autocannon(load)
  const answered = statusCodeStats[`${status}`]?.count ?? 0
  if (errors > 0 || answered === 0 || Object.keys(statusCodeStats).length > 1)
    throw new Error(`${url}: ${errors} errors, answers by status ${JSON.stringify(statusCodeStats)}`)
  count.answered += answered
  count.runs += 1
  return [answered / result.duration]
}

/** Throws unless as many rows were written as requests were answered, up to those that were cut off. */
export function requireWritten(written: number, { answered, runs }: Count): void {
  if (written < answered || written > answered + runs * CONNECTIONS)
    throw new Error(`${answered} requests of ${runs} runs were answered, ${written} rows were written.`)
}
