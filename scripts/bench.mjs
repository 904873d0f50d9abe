import { buildProcessesIfStale, generate } from './build.mjs'
import { installIfStale } from './install.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { quietly, requireNode, runCommand } from './user-error.mjs'

/** `npm run bench [-- --only link-read,start] [--quick] [--json]`: measures and prints one table. */
await runCommand(async () => {
  requireNode()
  await quietly(async () => {
    await installIfStale('all')
    generate()
    await buildProcessesIfStale()
  })
  const args = ['--import', 'tsx', 'scripts/bench/run-bench.ts', ...process.argv.slice(2)]
  const bench = spawnGuarded(process.execPath, args, { cwd: ROOT, stopTimeoutSeconds: 30 })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void bench.stop())
  process.exitCode = (await bench.ended) ?? 1
})
