import path from 'node:path'
import { buildProcessesIfStale, buildWebIfStale, installToServe } from './build.mjs'
import { Complaint, requireNode, runCommand } from './complaint.mjs'
import { holderOf } from './data-folder.mjs'
import { environmentOf, migrateDatabase, requireDatabase, servingEnvironment } from './database.mjs'
import { guarded } from './guard.mjs'
import { requirePorts } from './ports.mjs'
import { runningPostgres } from './postgres.mjs'
import {
  ensureDataDir,
  hasSideLogins,
  processEnvironment,
  readPlaces,
  requireEnvironment,
  requireProcessor,
} from './settings.mjs'
import { ROOT } from './stamps.mjs'
import { patienceOf, recipes } from './supervise.mjs'

/**
 * Runs one process (`npm run web | api | worker`); any number of them may run, over DATABASE_URL or the embedded
 * Postgres. With the sides' logins and without DATABASE_URL it does not migrate.
 */
await runCommand(async () => {
  requireNode()
  const name = process.argv[2]
  const places = readPlaces()
  if (name !== 'web' && name !== 'api' && name !== 'worker')
    throw new Complaint('Say which: web, api or worker.')
  requireProcessor()
  ensureDataDir(places.dataDir)
  if (name === 'web') await requirePorts({ PORT: places.port }, places.host)
  if (name === 'api') await requirePorts({ API_PORT: places.apiPort }, places.host)
  await installToServe({ web: name === 'web' })
  const given = process.env.DATABASE_URL || null
  const databaseUrl =
    given ?? (hasSideLogins() ? null : runningPostgres(path.join(places.dataDir, 'postgres')))
  if (!databaseUrl && !hasSideLogins())
    throw new Complaint('No database: set DATABASE_URL, or let `npm start` run in another terminal.')
  if (databaseUrl) await requireDatabase(databaseUrl)
  const owning = processEnvironment(places, databaseUrl, 'production', {
    ...holderOf(places.dataDir)?.serves,
    ...process.env,
  })
  await buildProcessesIfStale()
  await requireEnvironment(owning)
  if (name === 'web') await buildWebIfStale()
  migrateDatabase(owning)
  const env = await servingEnvironment(owning, { dataDir: places.dataDir, isEmbedded: !given })

  const child = guarded(process.execPath, recipes(places)[name].args, {
    cwd: ROOT,
    env: environmentOf(name, env),
    patienceSeconds: patienceOf(env),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void child.stop())
  process.exitCode = (await child.ended) ?? 1
})
