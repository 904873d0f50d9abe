import { Database } from '@/lib/platform/database'
import { type Environment, readEnvironment } from '@/lib/platform/env'
import { createLog, type Log } from '@/lib/platform/log'
import { Keyring } from '@/lib/platform/secrets'

/** What one process has one of. */
export interface ProcessResources {
  env: Environment
  log: Log
  database: Database
  keyring: Keyring
}

/** Opens a process's resources from its environment. Throws the clear error of `readEnvironment`. */
export function openResources(processName: string): ProcessResources {
  const env = readEnvironment()
  const log = createLog(processName, env.LOG_LEVEL)
  const database = new Database({
    url: env.DATABASE_URL,
    max: env.DATABASE_POOL,
    applicationName: `checkout-${processName}`,
    onError: (error) => log.error({ error: error.message }, 'database connection lost'),
  })
  database.watchServer()
  return { env, log, database, keyring: new Keyring(env.ENCRYPTION_KEYS) }
}

/** As `openResources`; what is missing or wrong ends the process with one line that says so. */
export function openProcess(processName: string): ProcessResources {
  try {
    return openResources(processName)
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
const shared: typeof globalThis & { [WEB]?: ProcessResources; [ENDINGS]?: (() => void)[] } = globalThis

/** The web process's resources: Next loads a module once per bundle, the process still has one of each. */
export function webResources(): ProcessResources {
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
