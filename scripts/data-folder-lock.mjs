import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from './user-error.mjs'

/**
 * Returns the start time of a process, which distinguishes it from a later one with the same id; '' if it is gone. @param
 * {number} pid @returns {string}
 */
function startTimeOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return process.platform === 'linux'
      ? ''
      : spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  }
}

/** Returns whether a process with this id exists, ours or not. @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Returns the running holder of a data folder. @param {string} dataDir @returns {{ pid: number, purpose: string, serves:
 * Record<string, string> } | null}
 */
export function lockHolderOf(dataDir) {
  try {
    const holder = JSON.parse(fs.readFileSync(path.join(dataDir, 'holder.json'), 'utf8'))
    return holder.began && startTimeOf(holder.pid) === holder.began ? holder : null
  } catch {
    return null
  }
}

/**
 * Acquires a data folder: one process at a time runs its embedded Postgres.
 * @param {string} dataDir @param {string} purpose command of the holder, for the message to others
 * @param {{ waitMs?: number, serves?: Record<string, string> }} [options] time to wait for another short command to
 *   finish; the public URLs that other commands over this data folder should use, too
 * @returns {Promise<{ release(): void, wasAbandoned: boolean }>} `wasAbandoned`: true if the last holder ended without a release
 */
export async function lockDataFolder(dataDir, purpose, { waitMs = 0, serves = {} } = {}) {
  const file = path.join(dataDir, 'holder.json')
  const mine = JSON.stringify({ pid: process.pid, began: startTimeOf(process.pid), purpose, serves })
  const deadline = Date.now() + waitMs
  let wasAbandoned = false
  for (;;) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const holder = lockHolderOf(dataDir)
      if (!holder) {
        wasAbandoned = true
        fs.rmSync(file, { force: true })
      } else if (Date.now() >= deadline) {
        throw new UserError(
          `${holder.purpose} (process ${holder.pid}) already uses the data folder ${dataDir}. Stop it, or set DATA_DIR, PORT and API_PORT to others.`,
        )
      } else {
        await delay(50)
      }
    }
  }
  const release = () => {
    if (lockHolderOf(dataDir)?.pid === process.pid) fs.rmSync(file, { force: true })
  }
  process.once('exit', release)
  return { release, wasAbandoned }
}
