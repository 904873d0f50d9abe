import * as fs from 'node:fs'
import path from 'node:path'
import { runWithProgress } from '@/scripts/install.mjs'
import { digestOf, isStale, ROOT, writeStamp } from '@/scripts/stamps.mjs'
import { BENCH_DIR } from './run-folder'

const SOURCES = 'scripts/bench'
const NEXT = 'node_modules/next'

/** Builds the empty Next app of the receiver's baseline once. Returns its folder. */
export async function buildBaselineWeb(): Promise<string> {
  const folder = path.join(BENCH_DIR, 'baseline-web')
  const stamp = path.join(folder, '.stamp')
  const digest = digestOf([`${SOURCES}/baseline-web`, `${NEXT}/package.json`])
  if (!isStale(stamp, digest)) return folder
  await build('baseline-web', folder)
  writeStamp(stamp, digest)
  return folder
}

/** Builds the app with one empty client page, so that its scripts belong to this run. Returns its folder. */
export async function buildEmptyPage(): Promise<string> {
  const folder = path.join(BENCH_DIR, 'empty-page-app')
  await build('empty-page-app', folder)
  return folder
}

async function build(name: string, folder: string): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.cpSync(path.join(ROOT, SOURCES, name), folder, { recursive: true })
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const
  await runWithProgress(
    'Building the empty app',
    process.execPath,
    [path.join(ROOT, NEXT, 'dist/bin/next'), 'build', folder],
    env,
  )
}
