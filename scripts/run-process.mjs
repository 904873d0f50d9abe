import path from 'node:path'
import { buildProcessesIfStale, buildWebIfStale, installToServe } from './build.mjs'
import { lockHolderOf } from './data-folder-lock.mjs'
import { environmentOf, migrateDatabase, requireDatabases, serverEnvironment } from './database.mjs'
import { logAsJson } from './log-line.mjs'
import { requirePorts } from './ports.mjs'
import { runningPostgres } from './postgres.mjs'
import {
  ensureDataDir,
  hasSideLogins,
  processEnvironment,
  readDeployment,
  requireEnvironment,
  requireProcessor,
  requireSecrets,
} from './settings.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { processCommands, stopTimeoutOf } from './supervise.mjs'
import { requireNode, runCommand, UserError } from './user-error.mjs'

/**
 * Runs one process (`npm run web | api | worker`); any number of them may run, over DATABASE_URL or the embedded
 * Postgres. With the sides' logins and without DATABASE_URL it does not migrate.
 */
await runCommand(async () => {
  const name = process.argv[2]
  if (name !== 'web' && name !== 'api' && name !== 'worker')
    throw new UserError('Say which: web, api or worker.')
  logAsJson(name)
  requireNode()
  const deployment = readDeployment()
  requireProcessor()
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
  if (name === 'web') await buildWebIfStale()
  await migrateDatabase(ownerEnvironment)
  const env = await serverEnvironment(ownerEnvironment, { dataDir: deployment.dataDir, isEmbedded: !given })

  const child = spawnGuarded(process.execPath, processCommands(deployment)[name].args, {
    cwd: ROOT,
    env: environmentOf(name, env),
    stopTimeoutSeconds: stopTimeoutOf(env),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void child.stop())
  process.exitCode = (await child.ended) ?? 1
})
