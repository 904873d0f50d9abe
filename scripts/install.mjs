import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { withBuildLock } from './build-lock.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { UserError } from './user-error.mjs'

/** Running steps; a terminal's one line shows the newest. @type {object[]} */
const runningSteps = []
const STEP_MS = 5_000
const TERMINAL_STEP_MS = 250
/** Longest shown part of a program's output line. */
const PROGRESS_TEXT_MAX = 60
/** Folder in which packages are installed before they replace node_modules. */
const STAGING = path.join(ROOT, '.build/install')
/** Errors of a registry with other archive URLs, and of a node_modules that is a mount. */
const NEEDS_PLAIN_INSTALL = /\b(E404|EBUSY|EXDEV)\b/

/**
 * @typedef {'run' | 'build' | 'all'} Purpose `run` installs the same as `npm ci --omit=dev`, `build` adds the
 *   `buildDependencies` of package.json, `all` adds the packages of tests and checks
 * @typedef {{
 *   version?: string, resolved?: string, dev?: boolean, optional?: boolean,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>
 * }} LockEntry
 */

/** @param {string} file @returns {Record<string, LockEntry>} */
function packagesIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * Returns the manifest with only the development packages of this purpose. @param {string} root @param {Purpose} purpose
 */
function manifestFor(root, purpose) {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  if (purpose === 'all') return manifest
  const kept = new Set(purpose === 'build' ? manifest.buildDependencies : [])
  const dev = Object.entries(manifest.devDependencies ?? {}).filter(([name]) => kept.has(name))
  return { ...manifest, devDependencies: Object.fromEntries(dev) }
}

/**
 * Returns the entries of the lock file that this manifest needs, as npm resolves them.
 * @param {Record<string, LockEntry>} lock @param {LockEntry} manifest
 * @returns {Record<string, LockEntry>}
 */
export function entriesFor(lock, manifest) {
  /** @type {Record<string, LockEntry>} */
  const needed = {}
  /** @param {string} from @param {LockEntry} entry */
  const follow = (from, entry) => {
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    )
    const names = [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers]
    for (const name of names) {
      const found = nearest(lock, from, name)
      const dependency = found === null ? undefined : lock[found]
      if (found === null || !dependency || needed[found]) continue
      needed[found] = dependency
      follow(found, dependency)
    }
  }
  follow('', { ...manifest, dependencies: { ...manifest.dependencies, ...manifest.devDependencies } })
  return needed
}

/** @param {Record<string, LockEntry>} lock @param {string} from @param {string} name @returns {string | null} */
function nearest(lock, from, name) {
  for (let folder = from; ; ) {
    const candidate = `${folder && `${folder}/`}node_modules/${name}`
    if (lock[candidate]) return candidate
    if (folder === '') return null
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))
  }
}

/**
 * Returns whether node_modules lacks a package that the lock file requires for this purpose. npm writes its own list when
 * it is done; additional packages are accepted.
 * @param {Purpose} purpose @param {string} [root]
 * @returns {boolean}
 */
export function isInstallStale(purpose, root = ROOT) {
  const wanted = entriesFor(packagesIn(path.join(root, 'package-lock.json')), manifestFor(root, purpose))
  const present = packagesIn(path.join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).some(
    ([name, { version, optional }]) => !(optional && !present[name]) && present[name]?.version !== version,
  )
}

/** Returns whether packages are installed but none for development, as after `npm ci --omit=dev`. @returns {boolean} */
export function lacksBuildPackages(root = ROOT) {
  const lock = packagesIn(path.join(root, 'package-lock.json'))
  const present = Object.keys(packagesIn(path.join(root, 'node_modules/.package-lock.json')))
  return present.length > 0 && !present.some((name) => lock[name]?.dev)
}

/**
 * Runs a program and shows its progress and duration; its output is shown only if it fails. On a terminal the progress is
 * one line that is overwritten, otherwise a line every few seconds.
 * @param {string} what label such as `Installing` @param {string} command @param {string[]} args @param
 * {NodeJS.ProcessEnv} [env]
 * @param {() => string} [progress] returns the progress of each step; by default the program's last line is shown
 */
export async function runWithProgress(what, command, args, env = process.env, progress) {
  const { stdout } = process
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`
  let lastShown = ''
  const step = () => {
    if (stdout.isTTY && runningSteps.at(-1) !== step) return
    const at = shortened(progress?.() ?? lastShown)
    const line = [`${what} …`, seconds(), ...(at ? [at] : [])].join('  ')
    if (stdout.isTTY) stdout.write(`\r\x1b[K${line.slice(0, (stdout.columns || 80) - 1)}`)
    else console.log(line)
  }
  runningSteps.push(step)
  step()
  const alive = setInterval(step, stdout.isTTY ? TERMINAL_STEP_MS : STEP_MS)
  const child = spawnGuarded(command, args, { cwd: ROOT, env, out: 'pipe' })
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.on('data', (chunk) => {
      output.push(chunk)
      lastShown = lastLine(chunk.toString('utf8')) ?? lastShown
    })
  }
  const code = await child.ended
  clearInterval(alive)
  runningSteps.splice(runningSteps.indexOf(step), 1)
  if (stdout.isTTY) stdout.write('\r\x1b[K')
  if (code !== 0)
    throw new UserError(`${Buffer.concat(output).toString('utf8').trim()}\n${what} failed (${code}).`)
  console.log(`${what}: done in ${seconds()}`)
}

/**
 * Returns the last nonempty line of a program's output, without its colors. @param {string} text @returns {string |
 * undefined}
 */
export function lastLine(text) {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colors begin with one
      .replace(/\x1b\[[\d;?]*[A-Za-z]/g, '')
      .split(/[\r\n]/)
      .map((line) => line.replace(/^progress: /, '').trim())
      .findLast((line) => /\p{L}{3}/u.test(line))
  )
}

/** @param {string} text */
const shortened = (text) =>
  text.length > PROGRESS_TEXT_MAX ? `${text.slice(0, PROGRESS_TEXT_MAX - 1)}…` : text

/**
 * Returns how many of the packages needed on every machine are installed. @param {Record<string, LockEntry>} entries
 * @returns {string}
 */
function progressOf(entries) {
  const needed = Object.keys(entries).filter((name) => !entries[name]?.optional)
  const present = needed.filter((name) => fs.existsSync(path.join(STAGING, name, 'package.json')))
  return `${present.length} of ${needed.length} packages`
}

/**
 * Writes a manifest and a lock file for this purpose only. The project's lock file has no URLs, without which npm reads
 * the description of every package before its archive; this one has those of the configured registry.
 * @param {Purpose} purpose @param {string[]} npm @returns {Record<string, LockEntry>} its entries
 */
function stage(purpose, [command = 'npm', ...args]) {
  const manifest = manifestFor(ROOT, purpose)
  const file = path.join(ROOT, 'package-lock.json')
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
  const entries = entriesFor(lock.packages, manifest)
  const configured = spawnSync(command, [...args, 'config', 'get', 'registry'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const registry = configured.stdout?.trim().replace(/\/$/, '')
  if (/^https?:/.test(registry ?? '')) {
    for (const [place, entry] of Object.entries(entries)) {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const archive = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`
      entries[place] = { resolved: `${registry}/${name}/-/${archive}`, ...entry }
    }
  }
  fs.rmSync(STAGING, { recursive: true, force: true })
  fs.mkdirSync(STAGING, { recursive: true })
  const { scripts: _, ...staged } = manifest
  fs.writeFileSync(path.join(STAGING, 'package.json'), JSON.stringify(staged))
  const { dependencies, devDependencies } = manifest
  const own = { ...lock.packages[''], dependencies, devDependencies }
  fs.writeFileSync(
    path.join(STAGING, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': own, ...entries } }),
  )
  fs.copyFileSync(path.join(ROOT, '.npmrc'), path.join(STAGING, '.npmrc'))
  return entries
}

/** Replaces the current packages, which running processes may still be reading, with the installed ones. */
function replacePackages() {
  const place = path.join(ROOT, 'node_modules')
  if (fs.existsSync(place)) fs.renameSync(place, path.join(STAGING, 'replaced'))
  fs.renameSync(path.join(STAGING, 'node_modules'), place)
  fs.rmSync(STAGING, { recursive: true, force: true })
}

/** Installs the packages of the lock file for this purpose if any are missing. @param {Purpose} purpose */
export async function installIfStale(purpose) {
  if (!isInstallStale(purpose)) return
  await withBuildLock(async () => {
    if (!isInstallStale(purpose)) return
    // The npm that runs us, if there is one.
    const npm = process.env.npm_execpath?.endsWith('.js')
      ? [process.execPath, process.env.npm_execpath]
      : ['npm']
    const [command = 'npm', ...args] = npm
    // No install script is needed: scripts/postgres.mjs creates the links of the embedded Postgres.
    const given = [
      ...args,
      'ci',
      '--include=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-progress',
    ]
    try {
      const entries = stage(purpose, npm)
      const staged = [...given, '--prefix', STAGING, '--prefer-offline']
      await runWithProgress('Installing packages', command, staged, process.env, () => progressOf(entries))
      replacePackages()
    } catch (error) {
      if (!NEEDS_PLAIN_INSTALL.test(String(error))) throw error
      await runWithProgress('Installing packages', command, given)
    }
  })
}
