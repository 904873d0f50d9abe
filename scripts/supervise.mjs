import path from 'node:path'
import readline from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { readableLine } from './log-line.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { UserError } from './user-error.mjs'

const READY_TIMEOUT_MS = 90_000
const PROBE_MS = 50
/** Time for a process to end: a charge may take 16 s, and the process finishes it; without one it ends at once. */
const CHARGE_TIMEOUT_S = 20
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Run time after which the next failure of a process counts as its first. */
const STABLE_AFTER_MS = 60_000

/**
 * Returns the seconds that a process may take to end, including its drain time. @param {NodeJS.ProcessEnv} env @returns
 * {number}
 */
export const stopTimeoutOf = (env) => CHARGE_TIMEOUT_S + Math.ceil(Number(env.DRAIN_MS || 0) / 1000)

/** @param {string} text */
const tsx = (text) => [
  path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'),
  'watch',
  '--clear-screen=false',
  `scripts/processes/${text}.ts`,
]

/** @param {string} name */
const built = (name) => path.join(ROOT, `.build/${name}.mjs`)

/**
 * @typedef {{ name: string, args: string[], readyUrl?: string, readyLine?: RegExp }} ProcessCommand command of one process, and
 * the sign that it serves
 */

/**
 * @param {{ host: string, port: number, apiPort: number }} deployment @param {boolean} [dev]
 * @returns {{ web: ProcessCommand, api: ProcessCommand, worker: ProcessCommand }}
 */
export function processCommands({ host, port, apiPort }, dev = false) {
  const probed = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const own = (/** @type {string} */ name) => (dev ? tsx(name) : ['--enable-source-maps', built(name)])
  return {
    api: { name: 'api', args: own('api'), readyUrl: `http://${probed}:${apiPort}/healthz` },
    worker: { name: 'worker', args: own('worker'), readyLine: /\bready\b/ },
    web: {
      name: 'web',
      // Next reloads the pages of `npm run dev` itself. The source maps of all its pages would take 140 MB; it starts
      // from its own bundle, which reads like its source.
      args: dev ? ['--import', 'tsx', 'scripts/processes/web.ts'] : [built('web')],
      readyUrl: `http://${probed}:${port}/sign-in`,
    },
  }
}

/** Resolves at the first response below 500. @param {string} url @param {AbortSignal} probing */
async function waitUntilServing(url, probing) {
  while (!probing.aborted) {
    try {
      const response = await fetch(url, { redirect: 'manual', signal: probing })
      await response.body?.cancel()
      if (response.status < 500) return
    } catch {
      // Not yet.
    }
    await delay(PROBE_MS)
  }
}

/**
 * Runs one process until `stop()`; restarts it after a crash, with growing pauses.
 * @param {ProcessCommand} command @param {NodeJS.ProcessEnv} env
 */
export function supervise({ name, args, readyUrl, readyLine }, env) {
  let stopping = false
  let everReady = false
  /** @type {ReturnType<typeof spawnGuarded> | undefined} */
  let current
  const pausing = new AbortController()
  // Promise.withResolvers, which Node 20 lacks.
  let resolve = () => {}
  /** @type {(reason: Error) => void} */
  let reject = () => {}
  /** @type {Promise<void>} */
  const ready = new Promise((res, rej) => {
    resolve = res
    reject = rej
  })
  const timeout = setTimeout(
    () => reject(new UserError(`The ${name} process did not get ready within ${READY_TIMEOUT_MS / 1000} s.`)),
    READY_TIMEOUT_MS,
  )
  ready
    .then(() => {
      everReady = true
    })
    .catch(() => {})
    .finally(() => clearTimeout(timeout))

  const written = env.LOG_FORMAT === 'json' ? (/** @type {string} */ line) => line : readableLine

  /** @param {import('node:stream').Readable | null} stream @param {NodeJS.WriteStream} to */
  function relay(stream, to) {
    if (!stream) return
    readline.createInterface({ input: stream }).on('line', (line) => {
      to.write(`${name.padEnd(6)} | ${written(line)}\n`)
      if (readyLine?.test(line)) resolve()
    })
  }

  async function run() {
    let pauseMs = FIRST_PAUSE_MS
    while (!stopping) {
      const startedAt = Date.now()
      current = spawnGuarded(process.execPath, args, {
        cwd: ROOT,
        env,
        out: 'pipe',
        stopTimeoutSeconds: stopTimeoutOf(env),
      })
      relay(current.process.stdout, process.stdout)
      relay(current.process.stderr, process.stderr)
      const probing = new AbortController()
      if (readyUrl && !everReady)
        waitUntilServing(readyUrl, probing.signal).then(() => !probing.signal.aborted && resolve())
      const code = await current.ended
      probing.abort()
      if (stopping) return
      if (!everReady) {
        reject(
          new UserError(`The ${name} process ended before it was ready (${code}). Its lines above say why.`),
        )
        return
      }
      if (Date.now() - startedAt > STABLE_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      console.error(`The ${name} process ended (${code}). Starting it again in ${pauseMs / 1000} s.`)
      await delay(pauseMs, undefined, { signal: pausing.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

  const over = run()
  return {
    ready,
    async stop() {
      stopping = true
      pausing.abort()
      clearTimeout(timeout)
      await current?.stop()
      await over
    },
  }
}
