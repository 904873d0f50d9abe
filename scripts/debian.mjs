import { existsSync } from 'node:fs'
import { runWithProgress } from './install.mjs'

const APT_GET = '/usr/bin/apt-get'

/** True on Debian and its derivatives. */
export const isDebian = existsSync(APT_GET)

/**
 * Installs Debian packages if the user may; otherwise, or if it fails, prints a message and returns.
 * @param {string} what label such as `Installing a browser for the tests` @param {string[]} packages
 */
export async function installPackages(what, packages) {
  if (process.getuid?.() !== 0 || !isDebian) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  try {
    await runWithProgress(what, APT_GET, install, env)
  } catch {
    // The package lists may be missing or outdated.
    try {
      await runWithProgress('Looking for newer package lists', APT_GET, ['update'], env)
      await runWithProgress(what, APT_GET, install, env)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
}
