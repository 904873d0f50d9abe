import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STOP_MS = 15_000

export interface StartedProcess {
  process: ChildProcess
  /** Signal that ended it, otherwise its exit code. */
  ended: Promise<NodeJS.Signals | number | null>
  /** Resolves once SIGSTOP has stopped it; fails after 15 seconds. */
  stopped(): Promise<void>
}

/**
 * Bundles a program of this folder before the tests of a file, which reduces its start time to a third.
 * @returns a function that starts it, with `task` as JSON in its first argument
 */
export function childProgram(name: string): (task: object) => StartedProcess {
  // Packages are resolved from here, and the folder is excluded from every search for sources.
  const folder = mkdtempSync(path.join(ROOT, 'node_modules/.test-'))
  const outfile = path.join(folder, `${name}.mjs`)
  beforeAll(async () => {
    const entryPoints = [path.join(import.meta.dirname, `${name}.ts`)]
    const settings = { platform: 'node', format: 'esm', target: 'node20', packages: 'external' } as const
    await build({ absWorkingDir: ROOT, entryPoints, outfile, bundle: true, logLevel: 'error', ...settings })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (task) => start(outfile, task)
}

function start(file: string, task: object): StartedProcess {
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal ?? code))
  })
  return {
    process: child,
    ended,
    async stopped() {
      const deadline = Date.now() + STOP_MS
      while (!isStopped(child.pid ?? 0)) {
        if (Date.now() > deadline) throw new Error('the process was not stopped')
        await setTimeout(20)
      }
    },
  }
}

/** Returns whether a process is stopped: Linux reports the state T after the name in brackets. */
function isStopped(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}
