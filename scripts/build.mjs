import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from './data-folder.mjs'
import { runAloud } from './install.mjs'
import { digestOf, isStale, ROOT, writeStamp } from './stamps.mjs'

const OUT = path.join(ROOT, '.build')
const WEB_STAMP = path.join(OUT, 'web.stamp')
const PROCESSES_STAMP = path.join(OUT, 'processes.stamp')
const SHARED = ['components', 'lib', 'package-lock.json', 'tsconfig.json']
const WEB_SOURCES = [...SHARED, 'app', 'public', 'next.config.mjs', 'postcss.config.mjs', 'proxy.ts']
const PROCESS_SOURCES = [...SHARED, 'scripts/processes', 'prisma']

/** @param {string} file tests and what is generated are no sources */
const isSource = (file) =>
  !/\.test\.tsx?$/.test(file) && !file.startsWith('lib/platform/prisma/') && !file.endsWith('.sql')

/** @returns {Record<string, string>} what is bundled: name in .build → source */
function entries() {
  /** @type {Record<string, string>} */
  const found = fs.existsSync(path.join(ROOT, 'prisma/seed.ts')) ? { seed: 'prisma/seed.ts' } : {}
  for (const file of fs.readdirSync(path.join(ROOT, 'scripts/processes'))) {
    if (file.endsWith('.ts') && isSource(file))
      found[file.slice(0, -'.ts'.length)] = `scripts/processes/${file}`
  }
  return found
}

/** @template T @param {() => Promise<T>} work @returns {Promise<T>} one builder at a time in this folder */
async function alone(work) {
  fs.mkdirSync(OUT, { recursive: true })
  const lock = path.join(OUT, 'builder.pid')
  for (let said = false; ; ) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch {
      const pid = Number(fs.existsSync(lock) && fs.readFileSync(lock, 'utf8'))
      if (pid && !isAlive(pid)) fs.rmSync(lock, { force: true })
      else if (!said) console.log(`Waiting for another build in this folder (process ${pid}) …`)
      said = true
      await delay(200)
    }
  }
  const release = () => fs.rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** Bundles the processes that run beside the web, if their sources changed. */
export async function buildProcessesIfStale() {
  await alone(async () => {
    const digest = digestOf(PROCESS_SOURCES, isSource)
    if (!isStale(PROCESSES_STAMP, digest)) return
    const { generate } = await import('./generate.mjs')
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
      logLevel: 'error',
    })
    // Its service would stay with us for as long as we serve.
    await stop()
    writeStamp(PROCESSES_STAMP, digest)
  })
}

/** Builds the web, if its sources changed. @param {NodeJS.ProcessEnv} env */
export async function buildWebIfStale(env) {
  await alone(async () => {
    const digest = digestOf(WEB_SOURCES, isSource)
    if (!isStale(WEB_STAMP, digest) && fs.existsSync(path.join(ROOT, '.next/BUILD_ID'))) return
    const { generate } = await import('./generate.mjs')
    generate()
    fs.rmSync(WEB_STAMP, { force: true })
    await runAloud(
      'Building',
      process.execPath,
      [path.join(ROOT, 'node_modules/next/dist/bin/next'), 'build'],
      env,
    )
    writeStamp(WEB_STAMP, digest)
  })
}
