import path from 'node:path'
import { buildProcessesIfStale, buildWebIfStale, installToServe } from './build.mjs'
import { Complaint, requireNode, runCommand } from './complaint.mjs'
import { holderOf } from './data-folder.mjs'
import { migrateDatabase, requireDatabase } from './database.mjs'
import { guarded } from './guard.mjs'
import { requirePorts } from './ports.mjs'
import { runningPostgres } from './postgres.mjs'
import {
  ensureDataDir,
  processEnvironment,
  readPlaces,
  requireEnvironment,
  requireProcessor,
} from './settings.mjs'
import { ROOT } from './stamps.mjs'
import { recipes } from './supervise.mjs'

/** `npm run web | api | worker`: one process alone, any number of them, over DATABASE_URL or the embedded Postgres. */
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
  const databaseUrl = process.env.DATABASE_URL || runningPostgres(path.join(places.dataDir, 'postgres'))
  if (!databaseUrl)
    throw new Complaint('No database: set DATABASE_URL, or let `npm start` run in another terminal.')
  await requireDatabase(databaseUrl)
  const env = processEnvironment(places, databaseUrl, 'production', {
    ...holderOf(places.dataDir)?.serves,
    ...process.env,
  })
  await buildProcessesIfStale()
  await requireEnvironment(env)
  if (name === 'web') await buildWebIfStale()
  migrateDatabase(env)

  const child = guarded(process.execPath, recipes(places)[name].args, { cwd: ROOT, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void child.stop())
  process.exitCode = (await child.ended) ?? 1
})
