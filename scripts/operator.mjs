import path from 'node:path'
import { buildProcessesIfStale, installToServe } from './build.mjs'
import { lockDataFolder, lockHolderOf } from './data-folder-lock.mjs'
import { migrateDatabase, requireDatabase } from './database.mjs'
import { hasPostgres, runningPostgres, startPostgres } from './postgres.mjs'
import {
  embeddedLogins,
  ensureDataDir,
  hasSideLogins,
  NO_DATABASE,
  processEnvironment,
  readDeployment,
  readSettingFiles,
  requireEnvironment,
  requireSecrets,
} from './settings.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { quietly, requireNode, runCommand, UserError } from './user-error.mjs'

const PURPOSE = '`npm run operator`'
/** Time that an operator call without a running service waits for another one. */
const LOCK_WAIT_MS = 60_000
/** Settings with which the program shows its help: no command runs. @type {NodeJS.ProcessEnv} */
const STAND_INS = {
  NODE_ENV: 'production',
  DATABASE_URL: NO_DATABASE,
  NEXTAUTH_SECRET: '-'.repeat(32),
  ENCRYPTION_KEYS: `none:${Buffer.alloc(32).toString('base64')}`,
}

/** Runs an operator command over DATABASE_URL, the running embedded Postgres, or one started for this call. */
await runCommand(async () => {
  requireNode()
  readSettingFiles()
  const args = process.argv.slice(2)
  if (asksForHelp(args)) {
    await prepare()
    process.exitCode = await runOperator(args, STAND_INS)
    return
  }
  const deployment = readDeployment()
  const given = process.env.DATABASE_URL || null
  const folder = path.join(deployment.dataDir, 'postgres')
  // A mistyped folder must not create a second, empty service.
  if (!given && (hasSideLogins() || !hasPostgres(folder)))
    throw new UserError(
      `DATABASE_URL is not set, and ${shownPath(deployment.dataDir)} holds no data. In a deployment set DATABASE_URL to the login of the owner, beside the other settings of its processes (docs/operate.md). On your own machine run \`npm start\` first, or set DATA_DIR.`,
    )
  requireSecrets(deployment.dataDir)
  ensureDataDir(deployment.dataDir)
  await prepare()

  const holder = given ? null : lockHolderOf(deployment.dataDir)
  /** @param {string} databaseUrl */
  const environment = (databaseUrl) =>
    processEnvironment(deployment, databaseUrl, 'production', {
      ...holder?.serves,
      ...(!given && embeddedLogins(deployment.dataDir, databaseUrl)),
      ...process.env,
    })
  await requireEnvironment(environment(given ?? NO_DATABASE))
  const shared = given ?? (holder && holder.purpose !== PURPOSE ? runningPostgres(folder) : null)
  /** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
  let own
  if (shared) {
    await requireDatabase(shared)
  } else {
    await lockDataFolder(deployment.dataDir, PURPOSE, { waitMs: LOCK_WAIT_MS })
    own = await startPostgres({ folder })
  }
  try {
    const env = environment(shared ?? own?.url ?? '')
    // A running `npm start` has migrated already.
    if (!holder) await quietly(() => migrateDatabase(env))
    process.exitCode = await runOperator(args, env)
  } finally {
    await own?.stop()
  }
})

/** Installs and builds what the program needs. */
async function prepare() {
  await quietly(async () => {
    await installToServe({ web: false })
    await buildProcessesIfStale()
  })
}

/** Returns whether the arguments ask for help, which needs no database. @param {string[]} args */
function asksForHelp(args) {
  return args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h')
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<number>} */
async function runOperator(args, env) {
  const program = ['--enable-source-maps', path.join(ROOT, '.build/operator.mjs'), ...args]
  return (await spawnGuarded(process.execPath, program, { cwd: ROOT, env }).ended) ?? 1
}

/** Returns a path as typed in this folder. @param {string} file @returns {string} */
function shownPath(file) {
  const near = path.relative(process.cwd(), file)
  return near.startsWith('..') ? file : near
}
