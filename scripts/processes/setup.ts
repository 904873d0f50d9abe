import {
  databaseUrl,
  type Environment,
  isLoopback,
  ownerUrl,
  readEnvironment,
  sideUrls,
} from '@/lib/platform/env'
import { migrate, requireMigrated } from '@/lib/platform/migrate'
import { Keyring } from '@/lib/platform/secrets'
import { prepareLogins } from '@/lib/platform/side-logins'

/**
 * Validates an environment for the commands, before they start or change a database. Returns one line for each setting
 * that serves only a trial. Throws one line that names each missing or invalid variable, never a secret.
 */
export function checkEnvironment(env: NodeJS.ProcessEnv): string[] {
  const read = readEnvironment(env)
  const problem = httpProblem(read)
  try {
    new Keyring(read.ENCRYPTION_KEYS)
    if (problem && !read.TEST_MODE) throw new Error(problem)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error} See "Settings" in docs/operate.md.`)
  }
  return problem ? [problem] : []
}

/** Returns the problem of a deployment that other machines reach over plain http; null without one. */
function httpProblem(env: Environment): string | null {
  const names = (['WEB_URL', 'API_URL'] as const).filter((name) => {
    const { protocol, hostname } = new URL(env[name])
    return protocol === 'http:' && !isLoopback(hostname)
  })
  if (names.length === 0 || env.NODE_ENV !== 'production') return null
  return `${names.join(' and ')} ${names.length === 1 ? 'uses' : 'use'} http outside this machine: passwords, cards, API keys and session cookies, which then lack the Secure flag, cross the network unencrypted, and the dashboard connects to no API without https. Let a proxy terminate TLS, and set https addresses.`
}

/** Prepares the logins of an environment, as its owner: for the commands over the embedded Postgres. */
export async function prepareGivenLogins(source: NodeJS.ProcessEnv): Promise<void> {
  const env = readEnvironment(source)
  await prepareLogins(ownerUrl(env), { given: sideUrls(env) })
}

/** Migrates the database of an environment to this version of the code, and returns the names of the migrations. */
export const migrateGivenDatabase = (source: NodeJS.ProcessEnv, folder: string): Promise<string[]> =>
  migrate(ownerUrl(readEnvironment(source)), folder)

/** Throws unless the database of an environment has the migrations of this version of the code. */
export const requireMigratedDatabase = (source: NodeJS.ProcessEnv, folder: string): Promise<void> =>
  requireMigrated(databaseUrl(readEnvironment(source), 'service'), folder)
