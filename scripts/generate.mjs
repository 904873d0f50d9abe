import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { digestOf, isStale, ROOT, writeStamp } from './stamps.mjs'

const CLIENT = path.join(ROOT, 'lib/platform/prisma')
const STAMP = path.join(CLIENT, '.stamp')

/** Makes Prisma's client when the schema changed since it was last made. @returns {boolean} whether it was made now */
export function generate() {
  const digest = digestOf(
    ['prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'],
    (file) => !file.startsWith('prisma/') || file.endsWith('.prisma'),
  )
  if (!isStale(STAMP, digest)) return false
  // Never run by `generate`, yet without it the command tries to download an engine: any existing file does.
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
