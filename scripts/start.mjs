import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildProcessesIfStale, buildWebIfStale, installToServe } from './build.mjs'
import { lockDataFolder, lockHolderOf } from './data-folder-lock.mjs'
import {
  environmentOf,
  migrateDatabase,
  requireDatabases,
  requireMigrations,
  serverEnvironment,
} from './database.mjs'
import { installIfStale, runWithProgress } from './install.mjs'
import { logAsJson } from './log-line.mjs'
import { requirePorts } from './ports.mjs'
import { runningPostgres, startPostgres } from './postgres.mjs'
import {
  demoLines,
  ensureDataDir,
  hasDemo,
  hasSideLogins,
  NO_DATABASE,
  processEnvironment,
  publicAddresses,
  readDeployment,
  readSettingFiles,
  requireEnvironment,
  requireSecrets,
} from './settings.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { isStale, ROOT, writeStamp } from './stamps.mjs'
import { processCommands, stopTimeoutOf, supervise } from './supervise.mjs'
import { requireNode, runCommand, UserError } from './user-error.mjs'

const PARENT_WATCH_MS = 500
/** Time for the leftovers of a killed run to end by themselves. */
const LEFTOVER_WAIT_MS = 10_000
const POSTGRES_PAUSE_MS = 500
const POSTGRES_LONGEST_PAUSE_MS = 30_000

const dev = process.argv.includes('--dev')

/** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
let postgres
/** @type {ReturnType<typeof supervise>[]} */
let processes = []
let stopping = false

/** Stops the processes that use the database, all at once, then the database. */
async function stopRunning() {
  stopping = true
  await Promise.all(processes.map(({ stop }) => stop()))
  await postgres?.stop()
}

/** @param {string} why */
async function shutDown(why) {
  if (stopping) process.exit(1)
  console.log(`\n${why}: stopping …`)
  await stopRunning()
  process.exit(0)
}

function stopWithParent() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void shutDown(signal))
  // A closed terminal must not end us in the middle of a line.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const caller = process.ppid
  // npm does not report its own `kill -9`.
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== caller && !stopping) void shutDown('npm is gone')
    }, PARENT_WATCH_MS).unref()
  }
}

/**
 * Runs the embedded Postgres and restarts it after a crash. @param {string} dataDir @returns {Promise<string>} its URL
 */
async function keepPostgresRunning(dataDir) {
  const folder = path.join(dataDir, 'postgres')
  postgres = await startPostgres({ folder })
  const { url } = postgres
  void (async () => {
    for (let pauseMs = POSTGRES_PAUSE_MS; !stopping; ) {
      await postgres?.ended
      if (stopping) return
      console.error('Postgres ended. Starting it again.')
      try {
        postgres = await startPostgres({ folder, again: true })
        pauseMs = POSTGRES_PAUSE_MS
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
        await delay(pauseMs)
        pauseMs = Math.min(pauseMs * 2, POSTGRES_LONGEST_PAUSE_MS)
      }
    }
  })()
  return url
}

/**
 * Creates the demo merchant once per database and URL; waits until the web serves. @param {ReturnType<typeof readDeployment>}
 * deployment @param {NodeJS.ProcessEnv} env
 */
async function seedOnce({ dataDir }, env) {
  const seed = path.join(ROOT, '.build/seed.mjs')
  if (!hasDemo(env) || !fs.existsSync(seed)) return
  const stamp = path.join(dataDir, 'seeded.stamp')
  const database = process.env.DATABASE_URL || 'embedded'
  const digest = createHash('sha256').update([database, env.WEB_URL, env.API_URL].join('\n')).digest('hex')
  if (fs.existsSync(path.join(dataDir, 'demo.json')) && !isStale(stamp, digest)) return
  await runWithProgress('Making the demo merchant', process.execPath, ['--enable-source-maps', seed], env)
  writeStamp(stamp, digest)
}

/** @param {ReturnType<typeof readDeployment>} deployment @param {NodeJS.ProcessEnv} env */
function printUrls({ dataDir }, env) {
  const file = path.join(dataDir, 'demo.json')
  const lines = [`Checkout is ready: ${env.WEB_URL}/sign-in`, `API: ${env.API_URL}/api/v1`]
  if (env.TEST_MODE === '0') lines.push('Live mode: real cards are charged, and people pay settlements out')
  if (hasDemo(env) && fs.existsSync(file)) {
    const demo = JSON.parse(fs.readFileSync(file, 'utf8'))
    lines.push(...demoLines(env, demo, path.relative(process.cwd(), file)))
  }
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

/**
 * Runs one process (`npm run web | api | worker`) over a migrated database, or migrates it (`npm run migrate`). Any number
 * of them may run, over DATABASE_URL or the embedded Postgres.
 * @param {'web' | 'api' | 'worker' | 'migrate'} name
 */
async function startOne(name) {
  logAsJson(name)
  requireNode()
  const deployment = readDeployment()
  requireSecrets(deployment.dataDir)
  ensureDataDir(deployment.dataDir)
  if (name === 'web') await requirePorts({ PORT: deployment.port }, deployment.host)
  if (name === 'api') await requirePorts({ API_PORT: deployment.apiPort }, deployment.host)
  await installToServe({ web: name === 'web' })
  const given = process.env.DATABASE_URL || null
  const databaseUrl =
    given ?? (hasSideLogins() ? null : runningPostgres(path.join(deployment.dataDir, 'postgres')))
  if (!databaseUrl && !hasSideLogins())
    throw new UserError('No database: set DATABASE_URL, or let `npm start` run in another terminal.')
  const ownerEnvironment = processEnvironment(deployment, databaseUrl, 'production', {
    ...lockHolderOf(deployment.dataDir)?.serves,
    ...process.env,
  })
  await buildProcessesIfStale()
  for (const line of await requireEnvironment(ownerEnvironment)) console.warn(`Warning: ${line}`)
  await requireDatabases(environmentOf(name, ownerEnvironment))
  if (name === 'migrate') return migrateDatabase(ownerEnvironment)
  if (name === 'web') await buildWebIfStale()
  await requireMigrations(ownerEnvironment)
  const env = await serverEnvironment(ownerEnvironment, { dataDir: deployment.dataDir, isEmbedded: !given })
  const child = spawnGuarded(process.execPath, processCommands(deployment)[name].args, {
    cwd: ROOT,
    env: environmentOf(name, env),
    stopTimeoutSeconds: stopTimeoutOf(env),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void child.stop())
  process.exitCode = (await child.ended) ?? 1
}

/** Runs everything (`npm start`). */
async function startAll() {
  requireNode()
  const deployment = readDeployment()
  ensureDataDir(deployment.dataDir)
  const hold = await lockDataFolder(deployment.dataDir, dev ? '`npm run dev`' : '`npm start`', {
    serves: publicAddresses(deployment),
  })
  const waitMs = hold.wasAbandoned ? LEFTOVER_WAIT_MS : 0
  await requirePorts({ PORT: deployment.port, API_PORT: deployment.apiPort }, deployment.host, waitMs)
  stopWithParent()
  await (dev ? installIfStale('all') : installToServe({ web: true }))
  const given = process.env.DATABASE_URL || undefined
  if (!given && hasSideLogins())
    throw new UserError(
      'The sides have logins, and DATABASE_URL is not set: `npm start` needs the owner, who migrates. Set it, or run `npm run web`, `api` and `worker`.',
    )
  const mode = dev ? 'development' : 'production'
  await buildProcessesIfStale()
  const expected = processEnvironment(deployment, given ?? NO_DATABASE, mode)
  for (const line of await requireEnvironment(expected)) console.warn(`Warning: ${line}`)
  if (given) await requireDatabases(expected)

  const pages = dev ? undefined : buildWebIfStale()
  // The failure is handled at the await.
  pages?.catch(() => {})
  // The rest starts during that build, which leaves processors idle for part of its time.
  const ownerEnvironment = processEnvironment(
    deployment,
    given ?? (await keepPostgresRunning(deployment.dataDir)),
    mode,
  )
  await migrateDatabase(ownerEnvironment)
  const env = await serverEnvironment(ownerEnvironment, { dataDir: deployment.dataDir, isEmbedded: !given })
  const { web, ...others } = processCommands(deployment, dev)
  /** @param {import('./supervise.mjs').ProcessCommand} command */
  const run = (command) => supervise(command, environmentOf(command.name, env))
  processes = Object.values(others).map(run)
  await Promise.all(processes.map(({ ready }) => ready))
  const seeded = seedOnce(deployment, env)
  seeded.catch(() => {})
  await pages
  processes.push(run(web))
  await Promise.all([processes.at(-1)?.ready, seeded])
  printUrls(deployment, env)
}

await runCommand(async () => {
  const [name] = process.argv.slice(2)
  if (name === 'operator') {
    process.argv.splice(2, 1)
    return void (await import('./operator.mjs'))
  }
  readSettingFiles()
  if (name === 'web' || name === 'api' || name === 'worker' || name === 'migrate') return startOne(name)
  try {
    await startAll()
  } catch (error) {
    if (stopping) return
    await stopRunning()
    throw error
  }
})
