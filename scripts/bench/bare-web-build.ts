import * as fs from 'node:fs'
import path from 'node:path'
import { runAloud } from '@/scripts/install.mjs'
import { digestOf, isStale, ROOT, writeStamp } from '@/scripts/stamps.mjs'
import { BENCH_HOME } from './run-folder'

const SOURCE = 'scripts/bench/bare-web'
const NEXT = 'node_modules/next'

/** Builds the empty Next app of the receiver's baseline, once. Returns its folder. */
export async function buildBareWeb(): Promise<string> {
  const folder = path.join(BENCH_HOME, 'bare-web')
  const stamp = path.join(folder, '.stamp')
  const digest = digestOf([SOURCE, `${NEXT}/package.json`])
  if (!isStale(stamp, digest)) return folder
  fs.rmSync(folder, { recursive: true, force: true })
  fs.cpSync(path.join(ROOT, SOURCE), folder, { recursive: true })
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const
  await runAloud(
    'Building the empty app',
    process.execPath,
    [path.join(ROOT, NEXT, 'dist/bin/next'), 'build', folder],
    env,
  )
  writeStamp(stamp, digest)
  return folder
}
