import * as fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { freePort } from '@/scripts/ports.mjs'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { cleanEnvironment } from './bench-context'

const READY = 'Checkout is ready'
const START_TIMEOUT_MS = 600_000
/** Lines shown of a failed start. */
const SHOWN_LINES = 40
const PROGRESS = / … +\d+ s/

/** Place of an instance: its clone, its command and its data folder. */
export interface InstanceOptions {
  cwd: string
  command: readonly [string, ...string[]]
  dataDir: string
  /** Settings in addition to the defaults. */
  settings?: Readonly<Record<string, string>>
}

export interface Instance {
  /** Seconds from the command to the line that reports that it is ready. */
  secondsToReady: number
  /** Slow phases, as the command itself printed them: `Installing packages 20 s`. */
  phases: readonly string[]
  webUrl: string
  demo: Demo
  stop(): Promise<void>
}

/** Content of `.data/demo.json`. */
export interface Demo {
  base_url: string
  email: string
  password: string
  api_key: string
  account_slug: string
}

/** Runs `npm start`, or its command, with its own ports, until it is ready. Throws with its last lines if it ends. */
export async function startInstance({
  cwd,
  command,
  dataDir,
  settings = {},
}: InstanceOptions): Promise<Instance> {
  const [program, ...args] = command
  const [port, apiPort] = [await freePort(), await freePort()]
  const ports = { DATA_DIR: dataDir, PORT: String(port), API_PORT: String(apiPort) }
  const env = { ...cleanEnvironment(), ...settings, ...ports }
  const started = performance.now()
  const server = spawnGuarded(program, args, { cwd, env, out: 'pipe', stopTimeoutSeconds: 30 })
  const lines: string[] = []
  const ready = new Promise<boolean>((resolve) => {
    setTimeout(resolve, START_TIMEOUT_MS, false).unref()
    for (const input of [server.process.stdout, server.process.stderr]) {
      if (!input) continue
      readline.createInterface({ input }).on('line', (line) => {
        if (!PROGRESS.test(line)) lines.push(line)
        if (line.includes(READY)) resolve(true)
      })
    }
  })
  if ((await Promise.race([ready, server.ended])) !== true) {
    await server.stop()
    throw new Error(`${command.join(' ')} did not get ready:\n${lines.slice(-SHOWN_LINES).join('\n')}`)
  }
  const secondsToReady = (performance.now() - started) / 1_000
  const demo: Demo = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8'))
  return {
    secondsToReady,
    phases: phasesOf(lines),
    webUrl: `http://localhost:${port}`,
    demo,
    stop: server.stop,
  }
}

function phasesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^(.+): done in (\d+ s)$/.exec(line)?.slice(1).join(' ') ?? [])
}
