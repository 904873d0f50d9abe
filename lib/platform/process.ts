import { Database } from '@/lib/platform/database'
import { databaseUrl, type Environment, readEnvironment } from '@/lib/platform/env'
import { createLog, type Log } from '@/lib/platform/log'
import { Keyring } from '@/lib/platform/secrets'

/** Resources of a process of the service. */
export interface ProcessResources {
  env: Environment
  log: Log
  /** The service's side, and the test bank that it calls. */
  database: Database<'service' | 'bank'>
  keyring: Keyring
}

/** Resources of a process of both sides. */
export interface BothSides extends ProcessResources {
  dashboardDatabase: Database<'dashboard'>
}

/** Part of a process's connections for each side, where it has both. */
const SIDE_SHARE = 0.5

/** Opens the resources of a process that serves the service alone. Throws the clear errors of the environment. */
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

/** Opens the resources of a process that serves both sides. Throws the clear errors of the environment. */
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

/** Opens with `open`; what is missing or wrong ends the process with one line that names it. */
export function openProcess<Resources>(processName: string, open: (name: string) => Resources): Resources {
  try {
    return open(processName)
  } catch (error) {
    return endProcess(processName, error)
  }
}

/** Ends a process that cannot start, in one line: a stack would hide what is to be set. */
export function endProcess(processName: string, error: unknown): never {
  const name = { api: 'API', web: 'web process' }[processName] ?? processName
  console.error(`The ${name} cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

const WEB = Symbol.for('checkout.web-resources')
const ENDINGS = Symbol.for('checkout.web-endings')
const shared: typeof globalThis & { [WEB]?: BothSides; [ENDINGS]?: (() => void)[] } = globalThis

/** The web process's resources: Next loads a module once per bundle, the process still has one of each. */
export function webResources(): BothSides {
  shared[WEB] ??= openResources('web')
  return shared[WEB]
}

/** Has `work` done when the web process stops taking requests, such as the end of streams that would hold it open. */
export function onWebEnd(work: () => void): void {
  shared[ENDINGS] ??= []
  shared[ENDINGS].push(work)
}

/** Does what `onWebEnd` gathered. */
export function runWebEndings(): void {
  for (const work of shared[ENDINGS] ?? []) work()
}
