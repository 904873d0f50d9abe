import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installIfStale, lacksBuildPackages, runWithProgress, withBuildLock } from './install.mjs'
import { writePageFiles, writePayerScripts } from './payer-scripts.mjs'
import { digestOf, isStale, ROOT, writeStamp } from './stamps.mjs'
import { requireNode, runCommand, UserError } from './user-error.mjs'

const OUT = path.join(ROOT, '.build')
const WEB_STAMP = path.join(OUT, 'web.stamp')
const PROCESSES_STAMP = path.join(OUT, 'processes.stamp')
const PRISMA_CLIENT = path.join(ROOT, 'lib/platform/prisma')
const SHARED = ['components', 'lib', 'package-lock.json', 'tsconfig.json']
const WEB_SOURCES = [...SHARED, 'app', 'public', 'next.config.mjs', 'postcss.config.mjs', 'proxy.ts']
const PROCESS_SOURCES = [...SHARED, 'scripts/processes', 'prisma']
/** Files and folders that decide whether a build is stale. */
export const SOURCES = [...new Set([...WEB_SOURCES, ...PROCESS_SOURCES])]

/** Returns whether a file is a source: tests and generated files are not. @param {string} file */
const isSource = (file) =>
  !/\.(test|d)\.tsx?$/.test(file) && !file.startsWith('lib/platform/prisma/') && !file.endsWith('.sql')

/** Returns the bundles: name in .build → source. @returns {Record<string, string>} */
function entries() {
  /** @type {Record<string, string>} */
  const found = fs.existsSync(path.join(ROOT, 'prisma/seed.ts')) ? { seed: 'prisma/seed.ts' } : {}
  for (const file of fs.readdirSync(path.join(ROOT, 'scripts/processes'))) {
    if (file.endsWith('.ts') && isSource(file))
      found[file.slice(0, -'.ts'.length)] = `scripts/processes/${file}`
  }
  return found
}

const processesDigest = () => digestOf(PROCESS_SOURCES, isSource)
const webDigest = () => digestOf(WEB_SOURCES, isSource)

/** @param {string} digest */
const isWebStale = (digest) => isStale(WEB_STAMP, digest) || !fs.existsSync(path.join(ROOT, '.next/BUILD_ID'))

/**
 * Installs missing packages before processes are started: those needed at run time, and those of the build if one is due.
 * @param {{ web: boolean }} needs `web`: true if the web process is served, too
 */
export async function installToServe({ web }) {
  const isBuilt = !isStale(PROCESSES_STAMP, processesDigest()) && !(web && isWebStale(webDigest()))
  if (!isBuilt && lacksBuildPackages()) {
    throw new UserError(
      'This code is not built, and the packages that build it are not installed. Run `npm run build`, then this command again.',
    )
  }
  await installIfStale(isBuilt ? 'run' : 'all')
}

/** Writes the types of the messages' keys, and generates Prisma's client if the schema has changed since the last time. */
export function generate() {
  const keys = spawnSync(process.execPath, [path.join(ROOT, 'scripts/message-keys.mjs')], {
    encoding: 'utf8',
  })
  if (keys.status !== 0) throw new Error(`the keys of the messages were not written:\n${keys.stderr}`)
  const stamp = path.join(PRISMA_CLIENT, '.stamp')
  const digest = digestOf(
    ['prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'],
    (file) => !file.startsWith('prisma/') || file.endsWith('.prisma'),
  )
  if (!isStale(stamp, digest)) return
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
  writeStamp(stamp, digest)
}

/** Bundles the api, the worker and the commands if their sources changed. */
export async function buildProcessesIfStale() {
  // The user of a release may have no write access to it.
  if (!isStale(PROCESSES_STAMP, processesDigest())) return
  await withBuildLock(async () => {
    const digest = processesDigest()
    if (!isStale(PROCESSES_STAMP, digest)) return
    generate()
    const { build, stop } = await import('esbuild')
    await build({
      absWorkingDir: ROOT,
      entryPoints: entries(),
      outdir: OUT,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      sourcemap: 'linked',
      // Each process keeps its source map in memory.
      sourcesContent: false,
      logLevel: 'error',
    })
    // esbuild's service would otherwise keep running as long as we serve.
    await stop()
    writeStamp(PROCESSES_STAMP, digest)
  })
}

/** Builds the web if its sources changed. No setting of a deployment is part of the build. */
export async function buildWebIfStale() {
  if (!isWebStale(webDigest())) return
  await withBuildLock(async () => {
    const digest = webDigest()
    if (!isWebStale(digest)) return
    generate()
    fs.rmSync(WEB_STAMP, { force: true })
    await runWithProgress(
      'Building',
      process.execPath,
      [path.join(ROOT, 'node_modules/next/dist/bin/next'), 'build'],
      { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    )
    writePayerScripts()
    writePageFiles()
    writeStamp(WEB_STAMP, digest)
  })
}

/**
 * Installs the packages of the build and builds everything, for machines that then run `npm ci --omit=dev` (`npm run
 * build`).
 */
export async function build() {
  requireNode()
  await installIfStale('all')
  await buildProcessesIfStale()
  await buildWebIfStale()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(build)
