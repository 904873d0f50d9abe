import { spawnSync } from 'node:child_process'
import { installPackages } from './debian.mjs'

/** Languages of the published samples other than Node: the command, its version option, its package. */
const LANGUAGES = /** @type {const} */ ([
  ['python3', '--version', 'python3-minimal'],
  ['php', '--version', 'php-cli'],
  ['go', 'version', 'golang-go'],
])

/** Installs the languages of the guides' samples. Without a language, its sample's test reports that it was not run. */
export async function ensureLanguages() {
  const missing = LANGUAGES.filter(([command, version]) => spawnSync(command, [version]).status !== 0)
  if (missing.length === 0) return
  const packages = missing.map(([, , name]) => name)
  await installPackages('Installing the languages of the guides’ samples', packages)
}
