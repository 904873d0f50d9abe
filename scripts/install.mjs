import * as fs from 'node:fs'
import path from 'node:path'
import { Complaint } from './complaint.mjs'
import { guarded } from './guard.mjs'
import { ROOT } from './stamps.mjs'

const STEP_MS = 5_000
const TERMINAL_STEP_MS = 250
/** Of what a program says of itself. */
const SAID_MAX = 60

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean, devOptional?: boolean }>} */
function packagesIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/** @returns {boolean} whether node_modules lacks what the lock file asks for; npm writes its own list when it is done */
export function isInstallStale(root = ROOT) {
  const wanted = packagesIn(path.join(root, 'package-lock.json'))
  const present = packagesIn(path.join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).some(
    ([name, { version, optional }]) =>
      name !== '' && !(optional && !present[name]) && present[name]?.version !== version,
  )
}

/**
 * Runs a program and says what it is at and for how long; its output is shown only when it fails. On a terminal that is
 * one line that moves, elsewhere a line every few seconds.
 * @param {string} what such as `Installing` @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @param {() => string} [progress] asked at each step; without one the program's own last line tells
 */
export async function runAloud(what, command, args, env = process.env, progress) {
  const { stdout } = process
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`
  let told = ''
  const step = () => {
    const at = shortened(progress?.() ?? told)
    const line = [`${what} …`, seconds(), ...(at ? [at] : [])].join('  ')
    if (stdout.isTTY) stdout.write(`\r\x1b[K${line.slice(0, (stdout.columns || 80) - 1)}`)
    else console.log(line)
  }
  step()
  const alive = setInterval(step, stdout.isTTY ? TERMINAL_STEP_MS : STEP_MS)
  const child = guarded(command, args, { cwd: ROOT, env, out: 'pipe' })
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.on('data', (chunk) => {
      output.push(chunk)
      told = lastLine(chunk.toString('utf8')) ?? told
    })
  }
  const code = await child.ended
  clearInterval(alive)
  if (stdout.isTTY) stdout.write('\r\x1b[K')
  if (code !== 0)
    throw new Complaint(`${Buffer.concat(output).toString('utf8').trim()}\n${what} failed (${code}).`)
  console.log(`${what}: done in ${seconds()}`)
}

/** @param {string} text of a program @returns {string | undefined} the last line that says something, without its colours */
export function lastLine(text) {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
      .replace(/\x1b\[[\d;?]*[A-Za-z]/g, '')
      .split(/[\r\n]/)
      .map((line) => line.replace(/^progress: /, '').trim())
      .findLast((line) => /\p{L}{3}/u.test(line))
  )
}

/** @param {string} text */
const shortened = (text) => (text.length > SAID_MAX ? `${text.slice(0, SAID_MAX - 1)}…` : text)

/** @returns {string} how many of the packages that every machine needs are there */
function installed() {
  const needed = Object.entries(packagesIn(path.join(ROOT, 'package-lock.json'))).flatMap(
    ([name, { optional, devOptional }]) => (name === '' || optional || devOptional ? [] : [name]),
  )
  const present = needed.filter((name) => fs.existsSync(path.join(ROOT, name, 'package.json')))
  return `${present.length} of ${needed.length} packages`
}

/** Installs what the lock file asks for, if anything is missing. */
export async function installIfStale() {
  if (!isInstallStale()) return
  // The very npm that runs us, when it does; development packages too, for they build the house.
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const [command = 'npm', ...args] = npm
  const given = [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress']
  await runAloud('Installing packages', command, given, process.env, installed)
}
