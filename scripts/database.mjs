import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { embeddedLogins, hasSideLogins } from './settings.mjs'
import { ROOT } from './stamps.mjs'
import { UserError } from './user-error.mjs'

const CONNECT_TIMEOUT_MS = 5_000

/** Throws a UserError, without the password, if the database does not respond. @param {string} url */
export async function requireDatabase(url) {
  const { default: pg } = await import('pg')
  let where = 'it is not an address'
  try {
    const { hostname, port, pathname } = new URL(url)
    where = `${hostname}:${port || 5432}${pathname}`
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    client.on('error', () => {})
    await client.connect()
    await client.end()
  } catch (error) {
    const reason = error instanceof Error ? error.message || ('code' in error && error.code) : error
    throw new UserError(
      `Cannot reach the database of DATABASE_URL (${where}: ${reason}). Start it, correct DATABASE_URL, or unset it to use the embedded one.`,
    )
  }
}

/**
 * Migrates the database to this version of the code; without the owner's login it only checks the version. @param
 * {NodeJS.ProcessEnv} env
 */
export function migrateDatabase(env) {
  const run = spawnSync(process.execPath, [path.join(ROOT, '.build/migrate.mjs')], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  if (run.stdout) console.log(run.stdout.trimEnd())
  if (run.status !== 0)
    throw new UserError(`The database is not ready for this version. ${run.stderr.trim()}`)
}

/**
 * Returns the environment of processes that serve, without the owner's login if the sides have logins. Runs after the
 * migrations.
 * @param {NodeJS.ProcessEnv} env @param {{ dataDir: string, isEmbedded: boolean }} database the embedded Postgres gets
 * its logins here
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function serverEnvironment(env, { dataDir, isEmbedded }) {
  const { DATABASE_URL: ownerUrl = '', ...rest } = env
  if (hasSideLogins(env)) return rest
  if (!isEmbedded) {
    console.error(
      'Warning: the processes connect as the login of DATABASE_URL, which owns every table. `npm run -s operator -- database roles` makes a login for each side (docs/database-roles.md).',
    )
    return env
  }
  const logins = embeddedLogins(dataDir, ownerUrl)
  // `buildProcessesIfStale` bundles this file.
  const { prepareGivenLogins } = await import(pathToFileURL(path.join(ROOT, '.build/logins.mjs')).href)
  await prepareGivenLogins({ ...env, ...logins })
  return { ...rest, ...logins }
}

/**
 * Returns the environment without the logins of sides that this process does not serve. @param {string} name @param
 * {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(name, env) {
  const { DASHBOARD_DATABASE_URL: _, ...serviceAlone } = env
  return name === 'api' ? serviceAlone : env
}
