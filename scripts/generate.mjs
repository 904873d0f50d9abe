import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { digestOf, isStale, ROOT, writeStamp } from './stamps.mjs'

const CLIENT = path.join(ROOT, 'lib/platform/prisma')
const STAMP = path.join(CLIENT, '.stamp')

/**
 * Generates Prisma's client if the schema has changed since the last time. @returns {boolean} whether it was generated
 */
export function generate() {
  const digest = digestOf(
    ['prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'],
    (file) => !file.startsWith('prisma/') || file.endsWith('.prisma'),
  )
  if (!isStale(STAMP, digest)) return false
  // `generate` never runs the engine, but without this variable it tries to download one: any existing file satisfies it.
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  }
  const run = spawnSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/prisma/build/index.js'), 'generate'],
    { cwd: ROOT, env, encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(`prisma generate failed:\n${run.stdout}${run.stderr}`)
  writeStamp(STAMP, digest)
  return true
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) generate()
