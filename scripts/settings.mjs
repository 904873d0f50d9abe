import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Complaint } from './complaint.mjs'
import { ROOT } from './stamps.mjs'

/** @param {string} name @param {number} fallback @param {NodeJS.ProcessEnv} env @returns {number} */
function readPort(name, fallback, env) {
  const value = env[name] ? Number(env[name]) : fallback
  if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value
  throw new Complaint(`${name}=${env[name]} is not a port. Set ${name} to a number from 1 to 65535.`)
}

/** @param {NodeJS.ProcessEnv} [env] where everything of this deployment lies, and where it listens */
export function readPlaces(env = process.env) {
  const port = readPort('PORT', 3000, env)
  const apiPort = readPort('API_PORT', 3001, env)
  if (port === apiPort)
    throw new Complaint(`PORT and API_PORT are both ${port}. Set one of them to another port.`)
  return {
    dataDir: path.resolve(ROOT, env.DATA_DIR || '.data'),
    host: env.HOST || '127.0.0.1',
    port,
    apiPort,
  }
}

/** @param {NodeJS.ProcessEnv} [env] before anything is installed or built: what is served needs somebody who moves the money */
export function requireProcessor(env = process.env) {
  const { TEST_MODE = '1' } = env
  if (TEST_MODE === '1') return
  if (TEST_MODE !== '0')
    throw new Complaint(`TEST_MODE=${TEST_MODE} is neither 0 nor 1. Set it to 1 for the test bank.`)
  throw new Complaint(
    'TEST_MODE=0 needs a card processor, and none is set up yet: docs/processors.md says how one is added. Set TEST_MODE=1 to run with the test bank.',
  )
}

/** Before there is a database, or where nobody may use it. */
export const NO_DATABASE = 'postgresql://nobody@127.0.0.1:1/none'

/** @param {NodeJS.ProcessEnv} env what `processEnvironment` gave, refused before a database is started or changed */
export async function requireEnvironment(env) {
  // Bundled by `buildProcessesIfStale`: the rules are the processes' own.
  const { checkEnvironment } = await import(pathToFileURL(path.join(ROOT, '.build/environment.mjs')).href)
  try {
    checkEnvironment(env)
  } catch (error) {
    throw new Complaint(error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} dataDir makes it and proves that it can be written to */
export function ensureDataDir(dataDir) {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    const probe = path.join(dataDir, `.probe-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.rmSync(probe)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new Complaint(
      `Cannot write to the data folder ${dataDir} (${reason}). Make it writable or set DATA_DIR to another folder.`,
    )
  }
}

/** Settings by which the processes connect as the login of a side. */
const SIDES = ['SERVICE', 'DASHBOARD', 'BANK']

/** @param {string} dataDir @returns {Record<string, string>} made once, kept for us alone */
function readSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json')
  const random = () => randomBytes(32).toString('base64url')
  /** @type {Record<string, string>} */
  const made = { NEXTAUTH_SECRET: random(), ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` }
  let kept = made
  try {
    if (fs.existsSync(file)) kept = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    throw new Complaint(
      `${file} cannot be read. It holds the keys of this deployment: put it back from your copy.`,
    )
  }
  const missing = SIDES.map((side) => `${side}_DATABASE_PASSWORD`).filter((name) => !kept[name])
  if (missing.length === 0) return kept
  const secrets = { ...kept, ...Object.fromEntries(missing.map((name) => [name, random()])) }
  // A half-written key would make what it encrypted unreadable, so the file is replaced whole.
  const own = `${file}.${process.pid}`
  fs.writeFileSync(own, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  if (kept !== made || !linkIfAbsent(own, file)) fs.renameSync(own, file)
  else fs.rmSync(own)
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/**
 * Links `file` to `own` unless it exists: the first of several processes that start at once decides.
 * @param {string} own @param {string} file @returns {boolean} false on a file system without hard links
 */
function linkIfAbsent(own, file) {
  try {
    fs.linkSync(own, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS')
      return fs.existsSync(file)
    if (code !== 'EEXIST') throw error
  }
  return true
}

/** @param {NodeJS.ProcessEnv} [env] @returns {boolean} whether a side has a login of its own */
export const hasSideLogins = (env = process.env) => SIDES.some((side) => env[`${side}_DATABASE_URL`])

/**
 * @param {string} dataDir @param {string} ownerUrl
 * @returns {Record<string, string>} the settings of the sides' logins in the embedded Postgres
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
 * @param {{ port: number, apiPort: number }} places @param {NodeJS.ProcessEnv} [env]
 * @returns {{ WEB_URL: string, API_URL: string }} what every link that leaves the house is built on
 */
export function publicAddresses({ port, apiPort }, env = process.env) {
  return {
    WEB_URL: env.WEB_URL || `http://localhost:${port}`,
    API_URL: env.API_URL || `http://localhost:${apiPort}`,
  }
}

/**
 * What every process gets in its environment. What is set already wins.
 * @param {ReturnType<typeof readPlaces>} places @param {string | null} databaseUrl of the owner; null = only the sides' logins are known
 * @param {'production' | 'development'} mode @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function processEnvironment(places, databaseUrl, mode, env = process.env) {
  const addresses = publicAddresses(places, env)
  const { NEXTAUTH_SECRET, ENCRYPTION_KEYS } = readSecrets(places.dataDir)
  return {
    NEXTAUTH_SECRET,
    ENCRYPTION_KEYS,
    ...env,
    ...addresses,
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl ?? undefined,
    DATA_DIR: places.dataDir,
    HOST: places.host,
    PORT: String(places.port),
    API_PORT: String(places.apiPort),
    NEXTAUTH_URL: env.NEXTAUTH_URL || addresses.WEB_URL,
  }
}
