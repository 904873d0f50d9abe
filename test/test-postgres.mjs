import * as fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAlive } from '../scripts/data-folder-lock.mjs'
import { copyPostgres, initPostgres, removePostgres, startPostgres } from '../scripts/postgres.mjs'

const HOME = fileURLToPath(new URL('../.data/test-postgres', import.meta.url))
/** Folder that Linux keeps in memory: a test's database is created there in a quarter of the time. */
const MEMORY = '/dev/shm'
/** Far more than the databases of one run need at a time. */
const MEMORY_BYTES_MIN = 4 * 1_024 ** 3

/** Returns the folder of the servers of all runs, in memory if there is room. @returns {string} */
function runsFolder() {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY)
    fs.accessSync(MEMORY, fs.constants.W_OK)
    if (bavail * bsize >= MEMORY_BYTES_MIN)
      return path.join(MEMORY, `checkout-test-${process.getuid?.() ?? 0}`)
  } catch {
    // Another operating system, or a container without it.
  }
  return HOME
}

/**
 * Returns a copy of an initialized folder, because initdb takes a second; null while another run creates it. @returns
 * {string | null}
 */
function freshFolder() {
  const fresh = path.join(HOME, 'fresh')
  const done = path.join(fresh, 'done')
  if (fs.existsSync(done)) return fresh
  const lock = path.join(HOME, 'fresh.lock')
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch {
    if (!isAlive(Number(fs.readFileSync(lock, 'utf8')))) fs.rmSync(lock, { force: true })
    return null
  }
  try {
    removePostgres(fresh)
    initPostgres(fresh)
    fs.writeFileSync(done, '')
    return fresh
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

/**
 * Starts a Postgres for this run, so that several test runs in one tree do not share one.
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startTestPostgres() {
  const runs = runsFolder()
  for (const folder of [HOME, runs]) fs.mkdirSync(folder, { recursive: true })
  for (const name of fs.readdirSync(runs)) {
    const owner = /^run-(\d+)$/.exec(name)?.[1]
    if (owner && !isAlive(Number(owner))) removePostgres(path.join(runs, name))
  }
  const own = path.join(runs, `run-${process.pid}`)
  removePostgres(own)
  fs.mkdirSync(own)
  const fresh = freshFolder()
  if (fresh) copyPostgres(fresh, own)
  const server = await startPostgres({ folder: own, throwaway: true })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      removePostgres(own)
    },
  }
}
