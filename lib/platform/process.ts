import { Database } from '@/lib/platform/database'
import { databaseUrl, type Environment, readEnvironment } from '@/lib/platform/env'
import { createLog, type Log, logStartFailure } from '@/lib/platform/log'
import { Keyring } from '@/lib/platform/secrets'
import { Shares } from '@/lib/platform/shares'

export interface ProcessResources {
  env: Environment
  log: Log
  /** Database of the service's side, and of the test bank that it calls. */
  database: Database<'service' | 'bank'>
  keyring: Keyring
}

export interface BothSides extends ProcessResources {
  dashboardDatabase: Database<'dashboard'>
}

/** Share of a process's connections for each side, if it serves both. */
const SIDE_SHARE = 0.5

/** Opens the resources of a process that serves only the service. Throws the readable errors of the environment. */
export function openService(processName: string, share = 1): ProcessResources {
  const env = readEnvironment()
  const log = createLog(processName, env.LOG_LEVEL)
  const database = new Database({
    url: { service: databaseUrl(env, 'service'), bank: databaseUrl(env, 'bank') },
    ...connections(processName, { env, log }, share),
  })
  database.watchServer()
  return { env, log, database, keyring: new Keyring(env.ENCRYPTION_KEYS) }
}

/** Opens the resources of a process that serves both sides. Throws the readable errors of the environment. */
export function openResources(processName: string): BothSides {
  const resources = openService(processName, SIDE_SHARE)
  const dashboardDatabase = new Database({
    url: { dashboard: databaseUrl(resources.env, 'dashboard') },
    ...connections(processName, resources, SIDE_SHARE),
  })
  dashboardDatabase.watchServer()
  return { ...resources, dashboardDatabase }
}

function connections(
  processName: string,
  { env, log }: Pick<ProcessResources, 'env' | 'log'>,
  share: number,
) {
  return {
    max: Math.max(1, Math.floor(env.DATABASE_POOL * share)),
    applicationName: `checkout-${processName}`,
    onError: (error: Error) => log.error({ error: error.message }, 'database connection lost'),
  }
}

/** Opens resources with `open`; missing or invalid settings end the process with one line that names them. */
export function openProcess<Resources>(processName: string, open: (name: string) => Resources): Resources {
  try {
    return open(processName)
  } catch (error) {
    return endProcess(processName, error)
  }
}

/** Ends a process that cannot start, with one line: a stack would hide the missing setting. */
export function endProcess(processName: string, error: unknown): never {
  const name = { api: 'API', web: 'web process' }[processName] ?? processName
  logStartFailure(processName, `The ${name} cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

const WEB = Symbol.for('checkout.web-resources')
const ENDINGS = Symbol.for('checkout.web-endings')
const shared: typeof globalThis & { [WEB]?: WebResources; [ENDINGS]?: (() => void)[] } = globalThis

/** Statements of one account's developer pages at once: payers' pages use the same connections. */
const PANEL_STATEMENTS = { atOnce: 2, waiting: 100, waitMs: 5_000 }

interface WebResources extends BothSides {
  panelShares: Shares
}

/** Returns the web process's resources: Next loads a module once per bundle, but the process has one of each. */
export function webResources(): WebResources {
  shared[WEB] ??= { ...openResources('web'), panelShares: new Shares(PANEL_STATEMENTS) }
  return shared[WEB]
}

/** Registers `work` for the end of the web process, such as ending streams that would hold it open. */
export function onWebEnd(work: () => void): void {
  shared[ENDINGS] ??= []
  shared[ENDINGS].push(work)
}

/** Runs the work that `onWebEnd` registered. */
export function runWebEndings(): void {
  for (const work of shared[ENDINGS] ?? []) work()
}
