import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { processTreeCpuUs } from './process-cpu'

const READY_TIMEOUT_MS = 60_000
const PROBE_MS = 50
const LOG_TAIL_BYTES = 4_000

export interface ServerProcess {
  /** URL, such as http://127.0.0.1:port. */
  url: string
  /** Id of the process's guard. */
  pid: number | undefined
  /** Returns the processor time so far, in microseconds; null if it is unknown. */
  cpuUs(): number | null
  stop(): Promise<void>
}

export interface ServerOptions {
  name: string
  /** Arguments of Node. */
  args: readonly string[]
  env: NodeJS.ProcessEnv
  port: number
  /** Path whose response is below 500 once the server serves. */
  readyPath: string
  /** Folder of its log. */
  folder: string
  cwd?: string
}

/** Returns Node's arguments for an app that Next itself serves on loopback. */
export function nextStartArgs(port: number): string[] {
  const next = path.join(ROOT, 'node_modules/next/dist/bin/next')
  return [next, 'start', '-p', String(port), '-H', '127.0.0.1']
}

/** Starts one server that ends with us and waits until it serves. Throws with the end of its log if it fails. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { name, args, env, port, readyPath, folder, cwd = ROOT } = options
  const url = `http://127.0.0.1:${port}`
  const logFile = path.join(folder, `${name}.log`)
  const log = fs.openSync(logFile, 'a', 0o600)
  const child = spawnGuarded(process.execPath, [...args], { cwd, env, out: log })
  fs.closeSync(log)
  let ended = false
  child.ended.then(() => {
    ended = true
  })
  for (
    const deadline = Date.now() + READY_TIMEOUT_MS;
    !(await answers(url + readyPath));
    await delay(PROBE_MS)
  ) {
    if (!ended && Date.now() < deadline) continue
    await child.stop()
    throw new Error(`${name} did not start:\n${fs.readFileSync(logFile, 'utf8').slice(-LOG_TAIL_BYTES)}`)
  }
  return {
    url,
    pid: child.process.pid,
    stop: child.stop,
    cpuUs: () => processTreeCpuUs(child.process.pid ?? 0),
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual' })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
