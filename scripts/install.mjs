import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from './data-folder-lock.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { UserError } from './user-error.mjs'

const OUT = path.join(ROOT, '.build')
const STEP_MS = 5_000

/** @typedef {'run' | 'all'} Purpose `run` needs what `npm ci --omit=dev` installs, `all` every package */
/** @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }} LockEntry */

/** @param {string} file @returns {Record<string, LockEntry>} */
function packagesIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * Returns whether node_modules lacks a package of the lock file. npm writes its own list when it is done; further packages
 * are accepted.
 * @param {Purpose} purpose @param {string} [root]
 * @returns {boolean}
 */
export function isInstallStale(purpose, root = ROOT) {
  const { '': _, ...locked } = packagesIn(path.join(root, 'package-lock.json'))
  const present = packagesIn(path.join(root, 'node_modules/.package-lock.json'))
  return Object.entries(locked).some(([name, { version, dev, devOptional, optional }]) => {
    if (purpose === 'run' && (dev || devOptional)) return false
    // A package for another platform is not installed here.
    if ((optional || devOptional) && !present[name]) return false
    return present[name]?.version !== version
  })
}

/** Returns whether packages are installed but none that builds, as after `npm ci --omit=dev`. @returns {boolean} */
export function lacksBuildPackages(root = ROOT) {
  const present = packagesIn(path.join(root, 'node_modules/.package-lock.json'))
  return Object.keys(present).length > 0 && !present['node_modules/esbuild']
}

/** Installs the packages of the lock file if one of this purpose is missing. @param {Purpose} purpose */
export async function installIfStale(purpose) {
  if (!isInstallStale(purpose)) return
  await withBuildLock(async () => {
    if (!isInstallStale(purpose)) return
    // The npm that runs us, if there is one.
    const npm = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : null
    const dev = purpose === 'run' ? '--omit=dev' : '--include=dev'
    // No install script is needed: scripts/postgres.mjs creates the links of the embedded Postgres.
    const args = ['ci', dev, '--ignore-scripts', '--no-progress', '--prefer-offline']
    await runWithProgress('Installing packages', npm ? process.execPath : 'npm', npm ? [npm, ...args] : args)
  })
}

/**
 * Runs a program and reports every few seconds that it still runs; its output is shown only if it fails.
 * @param {string} what label such as `Installing` @param {string} command @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function runWithProgress(what, command, args, env = process.env) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`
  const step = () => console.log(`${what} …  ${seconds()}`)
  step()
  const alive = setInterval(step, STEP_MS)
  const child = spawnGuarded(command, args, { cwd: ROOT, env, out: 'pipe' })
  let output = ''
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await child.ended
  clearInterval(alive)
  if (code !== 0) throw new UserError(`${output.trim()}\n${what} failed (${code}).`)
  console.log(`${what}: done in ${seconds()}`)
}

/**
 * Runs installers and builders of this folder one at a time. @template T @param {() => Promise<T>} work @returns
 * {Promise<T>}
 */
export async function withBuildLock(work) {
  fs.mkdirSync(OUT, { recursive: true })
  const lock = path.join(OUT, 'builder.pid')
  for (let isReported = false; ; ) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const pid = Number(fs.existsSync(lock) && fs.readFileSync(lock, 'utf8'))
      if (pid && !isAlive(pid)) fs.rmSync(lock, { force: true })
      else if (!isReported) console.log(`Waiting for another build in this folder (process ${pid}) …`)
      isReported = true
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
