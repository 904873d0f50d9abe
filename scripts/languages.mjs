import { spawnSync } from 'node:child_process'
import { installPackages } from './debian.mjs'

/** What the published samples are written in besides Node: the command, how it tells its version, its package. */
const LANGUAGES = /** @type {const} */ ([
  ['python3', '--version', 'python3-minimal'],
  ['php', '--version', 'php-cli'],
  ['go', 'version', 'golang-go'],
])

/** Installs what the guides' samples need to be run. Without one its sample's test says that it was not run. */
export async function ensureLanguages() {
  const missing = LANGUAGES.filter(([command, version]) => spawnSync(command, [version]).status !== 0)
  if (missing.length === 0) return
  const packages = missing.map(([, , name]) => name)
  await installPackages('Installing the languages of the guides’ samples', packages)
}
