import * as fs from 'node:fs'
import path from 'node:path'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { processCommands } from '@/scripts/supervise.mjs'
import { type BenchContext, profileArgs } from './bench-context'

/** Starts the worker as `npm start` does; it writes its log into the bench's folder. */
export function startWorkerProcess(bench: BenchContext): ReturnType<typeof spawnGuarded> {
  const { port, apiPort, folder, environment } = bench
  const { args } = processCommands({ host: '127.0.0.1', port, apiPort }).worker
  const log = fs.openSync(path.join(folder, 'worker.log'), 'a', 0o600)
  const worker = spawnGuarded(process.execPath, [...profileArgs(bench), ...args], {
    cwd: ROOT,
    env: environment,
    out: log,
  })
  fs.closeSync(log)
  return worker
}
