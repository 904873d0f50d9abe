import path from 'node:path'
import { Database } from '@/lib/platform/database'
import type { Side } from '@/lib/platform/database-roles'
import { createLog } from '@/lib/platform/log'
import { migrate } from '@/lib/platform/migrate'
import { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { makeAccount, makeApiKey, type SeedContext } from '@/prisma/demo/seed-context'
import { freePort } from '@/scripts/ports.mjs'
import { startPostgres } from '@/scripts/postgres.mjs'
import { processEnvironment } from '@/scripts/settings.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import type { BenchOptions } from './options'

/** Connections to Postgres that each server may open, including the baselines. */
export const POOL = 10
/** Concurrent requests. */
export const CONNECTIONS = 32
/** Rate limit of the merchant's only key: above the throughput of any machine. */
const RATE_LIMIT = '1000000'

/** Common part of the ratio figures: one Postgres with the settings of `npm start`, one merchant, one environment. */
export interface BenchContext {
  options: BenchOptions
  folder: string
  databaseUrl: string
  database: Database<Side>
  seedContext: SeedContext
  keyring: Keyring
  account: AccountRow
  apiKey: string
  /** Environment of processes; `port` and `apiPort` are theirs. */
  environment: NodeJS.ProcessEnv
  port: number
  apiPort: number
  close(): Promise<void>
}

export async function openBenchContext(options: BenchOptions, folder: string): Promise<BenchContext> {
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
  await migrate(postgres.url, path.join(ROOT, 'prisma/migrations'))
  const [port, apiPort] = [await freePort(), await freePort()]
  const deployment = { dataDir: folder, host: '127.0.0.1', port, apiPort }
  const environment = processEnvironment(deployment, postgres.url, 'production', {
    ...cleanEnvironment(),
    DATABASE_POOL: String(POOL),
    // The limit is raised, not removed: each request is still counted.
    RATE_LIMIT_PER_SECOND: RATE_LIMIT,
    RATE_LIMIT_BURST: RATE_LIMIT,
    CONCURRENCY_PER_KEY: RATE_LIMIT,
  })
  const database = new Database<Side>({ url: postgres.url, max: 4, applicationName: 'bench' })
  const urls = { web: environment.WEB_URL ?? '', api: environment.API_URL ?? '' }
  const seedContext: SeedContext = {
    database,
    log: createLog('bench', 'silent'),
    urls,
    now: () => new Date(),
  }
  const account = await makeAccount(seedContext)
  const { api_key: apiKey } = await makeApiKey(seedContext, account)
  return {
    options,
    folder,
    databaseUrl: postgres.url,
    database,
    seedContext,
    keyring: new Keyring(environment.ENCRYPTION_KEYS ?? ''),
    account,
    apiKey,
    environment,
    port,
    apiPort,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

/**
 * Returns our environment without variables that would redirect a server to another database or URL, or suggest that npm
 * started it.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const named = [
    'DATABASE_URL',
    'SERVICE_DATABASE_URL',
    'DASHBOARD_DATABASE_URL',
    'BANK_DATABASE_URL',
    'DATA_DIR',
    'WEB_URL',
    'API_URL',
    'NEXTAUTH_URL',
    'ENCRYPTION_KEYS',
    'NODE_OPTIONS',
  ]
  const kept = Object.entries(process.env).filter(
    ([name]) => !named.includes(name) && !name.startsWith('npm_lifecycle_'),
  )
  // Next's types require NODE_ENV, which every caller sets.
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' }
}

/** Returns the arguments of Node before its program, if our own servers write a profile. */
export function profileArgs({ options, folder }: Pick<BenchContext, 'options' | 'folder'>): string[] {
  return options.profile ? ['--cpu-prof', `--cpu-prof-dir=${path.dirname(folder)}/profiles`] : []
}
