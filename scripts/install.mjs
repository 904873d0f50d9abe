import * as fs from 'node:fs'
import path from 'node:path'
import { Complaint } from './complaint.mjs'
import { guarded } from './guard.mjs'
import { ROOT } from './stamps.mjs'

const STILL_ALIVE_MS = 5_000

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
 * Runs a program and says every few seconds that it is alive; its output is shown only when it fails.
 * @param {string} what such as `Installing` @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export async function runAloud(what, command, args, env = process.env) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`
  console.log(`${what} …`)
  const alive = setInterval(() => console.log(`  still at it (${seconds()})`), STILL_ALIVE_MS)
  const child = guarded(command, args, { cwd: ROOT, env, out: 'pipe' })
  /** @type {Buffer[]} */
  const output = []
  child.process.stdout?.on('data', (chunk) => output.push(chunk))
  child.process.stderr?.on('data', (chunk) => output.push(chunk))
  const code = await child.ended
  clearInterval(alive)
  if (code !== 0)
    throw new Complaint(`${Buffer.concat(output).toString('utf8').trim()}\n${what} failed (${code}).`)
  console.log(`  done in ${seconds()}`)
}

/** Installs what the lock file asks for, if anything is missing. */
export async function installIfStale() {
  if (!isInstallStale()) return
  // The very npm that runs us, when it does; development packages too, for they build the house.
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const [command = 'npm', ...args] = npm
  await runAloud('Installing packages', command, [
    ...args,
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-progress',
  ])
}
