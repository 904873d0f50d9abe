import path from 'node:path'
import { buildProcessesIfStale, installToServe } from './build.mjs'
import { runningPostgres } from './postgres.mjs'
import {
  embeddedLogins,
  NO_DATABASE,
  processEnvironment,
  readDeployment,
  readSettingFiles,
} from './settings.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { quietly, requireNode, runCommand } from './user-error.mjs'

/** Examines a deployment with the settings of its processes, and says what to do about each fault (`npm run doctor`). */
await runCommand(async () => {
  requireNode()
  readSettingFiles()
  const deployment = readDeployment()
  await quietly(async () => {
    await installToServe({ web: false })
    await buildProcessesIfStale()
  })
  const given = process.env.DATABASE_URL
  const own = given ? null : runningPostgres(path.join(deployment.dataDir, 'postgres'))
  const env = processEnvironment(deployment, given || own || NO_DATABASE, 'production', {
    ...(own && embeddedLogins(deployment.dataDir, own)),
    ...process.env,
  })
  const program = ['--enable-source-maps', path.join(ROOT, '.build/doctor.mjs'), ...process.argv.slice(2)]
  process.exitCode = (await spawnGuarded(process.execPath, program, { cwd: ROOT, env }).ended) ?? 1
})
