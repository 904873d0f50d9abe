import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './stamps.mjs'
import { UserError } from './user-error.mjs'

/** All settings (lib/platform/env.ts). */
export const SETTINGS =
  'DATABASE_URL SERVICE_DATABASE_URL DASHBOARD_DATABASE_URL BANK_DATABASE_URL DATABASE_POOL HOST PORT API_PORT METRICS_PORT WEB_URL API_URL NEXTAUTH_SECRET ENCRYPTION_KEYS DRAIN_MS TEST_MODE PROCESSOR STRIPE_SECRET_KEY STRIPE_PUBLISHABLE_KEY STRIPE_WEBHOOK_SECRET STRIPE_API_BASE STRIPE_JS_URL PSEUDO_TEXTS BANK PAYOUT_FROM_NAME PAYOUT_FROM_ACCOUNT PAYOUT_FROM_BIC SIGN_UP PAYOUT_HOLD_HOURS TRUSTED_PROXIES LOG_LEVEL DATA_DIR CHARGE_LEASE_MS RATE_LIMIT_PER_SECOND RATE_LIMIT_BURST CONCURRENCY_PER_KEY REQUEST_LOG DELIVERY_LEASE_MS EVENT_RETENTION_DAYS REQUEST_LOG_RETENTION_DAYS MAIL_URL MAIL_FROM ALERT_EMAIL STATUS_TOKEN'.split(
    ' ',
  )

/**
 * Takes settings from files: NAME_FILE names a file with the value of NAME, as orchestrators mount secrets. Throws a
 * UserError if both are given or the file cannot be read. @param {Record<string, string | undefined>} [env]
 */
export function readSettingFiles(env = process.env) {
  for (const name of SETTINGS) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new UserError(`${name} and ${name}_FILE are both set. Leave one of them out.`)
    try {
      env[name] = fs.readFileSync(file, 'utf8').trim()
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error
      throw new UserError(
        `${name}_FILE=${file} cannot be read (${reason}). Name a readable file with the value.`,
      )
    }
    delete env[`${name}_FILE`]
  }
}

/** @param {string} name @param {number} fallback @param {NodeJS.ProcessEnv} env @returns {number} */
function readPort(name, fallback, env) {
  const value = env[name] ? Number(env[name]) : fallback
  if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value
  throw new UserError(`${name}=${env[name]} is not a port. Set ${name} to a number from 1 to 65535.`)
}

/** Returns the folders and listening ports of this deployment. @param {NodeJS.ProcessEnv} [env] */
export function readDeployment(env = process.env) {
  const port = readPort('PORT', 3000, env)
  const apiPort = readPort('API_PORT', 3001, env)
  if (port === apiPort)
    throw new UserError(`PORT and API_PORT are both ${port}. Set one of them to another port.`)
  return {
    dataDir: path.resolve(ROOT, env.DATA_DIR || '.data'),
    host: env.HOST || '127.0.0.1',
    port,
    apiPort,
  }
}

/** URL that stands in for a database before there is one, or if it is not used. */
export const NO_DATABASE = 'postgresql://nobody@127.0.0.1:1/none'

/**
 * Returns scripts/processes/setup.ts, which `buildProcessesIfStale` bundles: the rules are the processes' own.
 * @returns {Promise<typeof import('./processes/setup.ts')>}
 */
export const setup = () => import(pathToFileURL(path.join(ROOT, '.build/setup.mjs')).href)

/**
 * Validates the result of `processEnvironment` before a database is started or changed. Returns one line for each setting
 * that serves only a trial. @param {NodeJS.ProcessEnv} env @returns {Promise<string[]>}
 */
export async function requireEnvironment(env) {
  const { checkEnvironment } = await setup()
  try {
    return checkEnvironment(env)
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error))
  }
}

/** Creates the data folder and checks that it is writable. @param {string} dataDir */
export function ensureDataDir(dataDir) {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    const probe = path.join(dataDir, `.probe-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.rmSync(probe)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new UserError(
      `Cannot write to the data folder ${dataDir} (${reason}). Make it writable or set DATA_DIR to another folder.`,
    )
  }
}

/** Sides in the names of the settings of their logins. */
const SIDES = ['SERVICE', 'DASHBOARD', 'BANK']
/** Settings of the sides' logins. */
export const SIDE_SETTINGS = SIDES.map((side) => `${side}_DATABASE_URL`)

/** Returns names as in `A, B and C`. @param {string[]} names @returns {string} */
export const listed = (names) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

/**
 * Returns the secrets, generated once and readable only for us. @param {string} dataDir @returns {Record<string, string>}
 */
function readSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json')
  const random = () => randomBytes(32).toString('base64url')
  /** @type {Record<string, string>} */
  const made = { NEXTAUTH_SECRET: random(), ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` }
  let kept = made
  try {
    if (fs.existsSync(file)) kept = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    throw new UserError(
      `${file} cannot be read. It holds the keys of this deployment: put it back from your copy.`,
    )
  }
  const missing = SIDES.map((side) => `${side}_DATABASE_PASSWORD`).filter((name) => !kept[name])
  if (missing.length === 0) return kept
  const secrets = { ...kept, ...Object.fromEntries(missing.map((name) => [name, random()])) }
  // The file is replaced atomically: a half-written key would make the values that it encrypted unreadable.
  const own = `${file}.${process.pid}`
  fs.writeFileSync(own, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  if (kept === made) {
    try {
      // The first of several processes that start at once decides.
      fs.copyFileSync(own, file, fs.constants.COPYFILE_EXCL)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    fs.rmSync(own)
  } else fs.renameSync(own, file)
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/**
 * Requires the secrets of a deployment over a database of its own, whose machines must share them: only `npm start`
 * generates them there. Throws a UserError that names the missing ones.
 * @param {string} dataDir @param {NodeJS.ProcessEnv} [env]
 */
export function requireSecrets(dataDir, env = process.env) {
  const given = ['DATABASE_URL', ...SIDE_SETTINGS].filter((name) => env[name])
  const missing = ['NEXTAUTH_SECRET', 'ENCRYPTION_KEYS'].filter((name) => !env[name])
  if (given.length === 0 || missing.length === 0 || fs.existsSync(path.join(dataDir, 'secrets.json'))) return
  throw new UserError(
    `${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} needed beside ${listed(given)}, with the same value on every machine. See docs/operate.md.`,
  )
}

/** Returns whether a side has its own login. @param {NodeJS.ProcessEnv} [env] @returns {boolean} */
export const hasSideLogins = (env = process.env) => SIDE_SETTINGS.some((name) => env[name])

/**
 * Returns the settings of the sides' logins in the embedded Postgres.
 * @param {string} dataDir @param {string} ownerUrl
 * @returns {Record<string, string>}
 */
export function embeddedLogins(dataDir, ownerUrl) {
  const secrets = readSecrets(dataDir)
  return Object.fromEntries(
    SIDES.map((side) => {
      const url = new URL(ownerUrl)
      url.username = `checkout_${side.toLowerCase()}_login`
      url.password = secrets[`${side}_DATABASE_PASSWORD`] ?? ''
      return [`${side}_DATABASE_URL`, url.href]
    }),
  )
}

/**
 * Returns the base URLs of every outgoing link.
 * @param {{ port: number, apiPort: number }} deployment @param {NodeJS.ProcessEnv} [env]
 * @returns {{ WEB_URL: string, API_URL: string }}
 */
export function publicAddresses({ port, apiPort }, env = process.env) {
  return {
    WEB_URL: env.WEB_URL || `http://localhost:${port}`,
    API_URL: env.API_URL || `http://localhost:${apiPort}`,
  }
}

/** @param {Record<string, string | undefined>} env */
function isOnThisMachine({ WEB_URL = '' }) {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(WEB_URL).hostname)
}

/**
 * Returns whether the demo merchant, whose login any reader of the log would have, is created: by default only where
 * WEB_URL is an address of this machine alone. @param {Record<string, string | undefined>} env
 */
export function hasDemo(env) {
  return env.TEST_MODE !== '0' && (env.DEMO ? env.DEMO !== '0' : isOnThisMachine(env))
}

/**
 * Returns the lines that present the demo merchant. Elsewhere than on this machine they contain no password and no key,
 * because the output of a server is stored and forwarded. @param {Record<string, string | undefined>} env
 * @param {{ email: string, password: string, api_key: string }} demo @param {string} file
 */
export function demoLines(env, demo, file) {
  if (!isOnThisMachine(env)) return [`Demo login and key: in ${file}`]
  return [`Demo login: ${demo.email} / ${demo.password}`, `Demo key: ${demo.api_key}`, `The same in ${file}`]
}

/**
 * Returns the environment of every process. Variables that are already set take precedence.
 * @param {ReturnType<typeof readDeployment>} deployment @param {string | null} databaseUrl URL of the owner; null if only the
 * sides' logins are known
 * @param {'production' | 'development'} mode @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function processEnvironment(deployment, databaseUrl, mode, env = process.env) {
  const addresses = publicAddresses(deployment, env)
  const areGiven = env.NEXTAUTH_SECRET && env.ENCRYPTION_KEYS
  const { NEXTAUTH_SECRET, ENCRYPTION_KEYS } = areGiven ? env : readSecrets(deployment.dataDir)
  return {
    NEXTAUTH_SECRET,
    ENCRYPTION_KEYS,
    ...env,
    ...addresses,
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl ?? undefined,
    DATA_DIR: deployment.dataDir,
    HOST: deployment.host,
    PORT: String(deployment.port),
    API_PORT: String(deployment.apiPort),
    NEXTAUTH_URL: env.NEXTAUTH_URL || addresses.WEB_URL,
  }
}
