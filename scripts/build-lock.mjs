import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from './data-folder-lock.mjs'
import { ROOT } from './stamps.mjs'

const OUT = path.join(ROOT, '.build')

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
