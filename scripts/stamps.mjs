import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/**
 * Yields every file at or below a path, by name, without those whose name begins with a dot. @param {string} file
 * @returns {Generator<string>}
 */
function* filesBelow(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat?.isFile()) yield file
  if (!stat?.isDirectory()) return
  for (const name of fs.readdirSync(file).sort()) {
    if (!name.startsWith('.')) yield* filesBelow(path.join(file, name))
  }
}

/**
 * Returns one SHA-256 of the names and bytes of files.
 * @param {string[]} sources files and folders, relative to the root
 * @param {(file: string) => boolean} [keep]
 * @returns {string}
 */
export function digestOf(sources, keep = () => true) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(path.join(ROOT, source))) {
      const name = path.relative(ROOT, file)
      if (keep(name)) hash.update(`${name}\0`).update(fs.readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

/**
 * Returns whether the digest differs from that of the last success. @param {string} stamp file of that digest @param
 * {string} digest
 */
export function isStale(stamp, digest) {
  try {
    return fs.readFileSync(stamp, 'utf8') !== digest
  } catch {
    return true
  }
}

/** @param {string} stamp @param {string} digest */
export function writeStamp(stamp, digest) {
  fs.mkdirSync(path.dirname(stamp), { recursive: true })
  fs.writeFileSync(stamp, digest)
}
