import { existsSync } from 'node:fs'
import { runAloud } from './install.mjs'

const APT_GET = '/usr/bin/apt-get'

/** Whether this is a Debian, or one of its children. */
export const isDebian = existsSync(APT_GET)

/**
 * Installs Debian's packages where we may; otherwise, and when it fails, says so and leaves the rest to the caller.
 * @param {string} what such as `Installing a browser for the tests` @param {string[]} packages
 */
export async function installPackages(what, packages) {
  if (process.getuid?.() !== 0 || !isDebian) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  try {
    await runAloud(what, APT_GET, install, env)
  } catch {
    // Its lists of packages may be missing or old.
    try {
      await runAloud('Looking for newer package lists', APT_GET, ['update'], env)
      await runAloud(what, APT_GET, install, env)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
}
