import * as fs from 'node:fs'
import path from 'node:path'
import { isAlive } from '@/scripts/data-folder-lock.mjs'
import { removePostgres } from '@/scripts/postgres.mjs'
import { ROOT } from '@/scripts/stamps.mjs'

/** Files kept between runs, and the folders of runs. */
export const BENCH_DIR = path.join(ROOT, '.data/bench')

export interface RunFolder {
  path: string
  remove(): void
}

/** Creates a folder for this run and deletes those of killed runs. */
export function makeRunFolder(): RunFolder {
  fs.mkdirSync(BENCH_DIR, { recursive: true })
  for (const name of fs.readdirSync(BENCH_DIR)) {
    const owner = /^run-(\d+)$/.exec(name)?.[1]
    if (owner && (!isAlive(Number(owner)) || Number(owner) === process.pid)) sweep(path.join(BENCH_DIR, name))
  }
  const folder = path.join(BENCH_DIR, `run-${process.pid}`)
  fs.mkdirSync(folder)
  return { path: folder, remove: () => sweep(folder) }
}

/** Deletes a folder, its Postgres data first: for root they may be in another place. */
function sweep(folder: string): void {
  for (const inside of ['', 'instance', 'clone/.data']) removePostgres(path.join(folder, inside, 'postgres'))
  fs.rmSync(folder, { recursive: true, force: true })
}
