import path from 'node:path'
import { embeddedLogins, hasSideLogins, listed, SIDE_SETTINGS, setup } from './settings.mjs'
import { ROOT } from './stamps.mjs'
import { UserError } from './user-error.mjs'

const CONNECT_TIMEOUT_MS = 5_000

/** Refused logins, as SQLSTATE. */
const REFUSED = new Set(['28000', '28P01'])
const NO_DATABASE_CODE = '3D000'

/** Throws a UserError, without a password, if a login of the environment cannot connect. @param {NodeJS.ProcessEnv} env */
export async function requireDatabases(env) {
  for (const setting of ['DATABASE_URL', ...SIDE_SETTINGS]) {
    const url = env[setting]
    if (url) await requireDatabase(url, setting)
  }
}

/**
 * Throws a UserError, without the password, if a login cannot connect. @param {string} url @param {string} setting
 */
export async function requireDatabase(url, setting = 'DATABASE_URL') {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    throw new UserError(connectionProblem(error, url, setting))
  }
}

/** @param {unknown} error @param {string} url @param {string} setting */
function connectionProblem(error, url, setting) {
  const { hostname, port, username, pathname } = new URL(url)
  const server = `database server ${hostname}:${port || 5432}`
  const { code, message } = /** @type {{ code?: string, message: string }} */ (error)
  // The driver reports a password that the server asks for and the address lacks without a code.
  if (REFUSED.has(code ?? '') || message.startsWith('SASL'))
    return `The ${server} refuses the login "${username}" of ${setting} (${message}). Correct ${setting}${setting === 'DATABASE_URL' ? '' : ', or let `npm run -s operator -- database roles` with this setting create or correct the login'}.`
  if (code === NO_DATABASE_CODE)
    return `The ${server} has no database "${pathname.slice(1)}" of ${setting}. Create it, or correct ${setting}.`
  return `Cannot reach the ${server} of ${setting} (${code ?? message}). Start it, or correct ${setting}.`
}

const MIGRATIONS = path.join(ROOT, 'prisma/migrations')

/** Migrates the database to this version of the code. @param {NodeJS.ProcessEnv} env */
export async function migrateDatabase(env) {
  const { migrateGivenDatabase } = await setup()
  const applied = await migrateGivenDatabase(env, MIGRATIONS).catch(refuseDatabase)
  for (const name of applied) console.log(`Applied migration ${name}`)
}

/** Throws a UserError unless the database has the migrations of this version. @param {NodeJS.ProcessEnv} env */
export async function requireMigrations(env) {
  const { requireMigratedDatabase } = await setup()
  await requireMigratedDatabase(env, MIGRATIONS).catch(refuseDatabase)
}

/** @param {unknown} error @returns {never} */
function refuseDatabase(error) {
  throw new UserError(
    `The database is not ready for this version. ${error instanceof Error ? error.message : error}`,
  )
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
  const shared = isEmbedded && !hasSideLogins(env) ? null : sharedLogin(env)
  if (shared)
    console.warn(
      `Warning: the sides are not separated: ${shared}. \`npm run -s operator -- database roles\`, without the settings of the sides, prepares a login for each (docs/database-roles.md).`,
    )
  if (hasSideLogins(env)) return rest
  if (!isEmbedded) return env
  const logins = embeddedLogins(dataDir, ownerUrl)
  const { prepareGivenLogins } = await setup()
  await prepareGivenLogins({ ...env, ...logins })
  return { ...rest, ...logins }
}

/** Returns which settings name the same login; null if each has its own. @param {NodeJS.ProcessEnv} env */
function sharedLogin(env) {
  if (!hasSideLogins(env))
    return 'no side has a login of its own, so every process is the owner of every table'
  const given = ['DATABASE_URL', ...SIDE_SETTINGS].flatMap((setting) => {
    const url = env[setting]
    return url ? [{ setting, login: new URL(url).username }] : []
  })
  for (const { login } of given) {
    const settings = given.filter((one) => one.login === login).map(({ setting }) => setting)
    if (settings.length > 1) return `${listed(settings)} have the login "${login}"`
  }
  return null
}

/**
 * Returns the environment without the logins of sides that this process does not serve. @param {string} name @param
 * {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(name, env) {
  const { DASHBOARD_DATABASE_URL: _, ...serviceAlone } = env
  return name === 'api' ? serviceAlone : env
}
