import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { runWithProgress } from './install.mjs'

const APT_GET = '/usr/bin/apt-get'

const isDebian = existsSync(APT_GET)

/**
 * Installs Debian packages if the user may; otherwise, or if it fails, prints a message and returns.
 * @param {string} what label such as `Installing a browser for the tests` @param {string[]} packages
 */
async function installPackages(what, packages) {
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

/**
 * Debian's Chromium without a window. It draws the same pages; the other one also draws its own tool bar as a page, which
 * costs processor time that the tests and the servers need.
 */
const SHELL = '/usr/bin/chromium-headless-shell'

const SYSTEM_BROWSERS = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the browser for Playwright: its own (empty options), the system's, or null. @returns {{ executablePath?: string
 * } | null}
 */
export function findBrowser() {
  if (existsSync(chromium.executablePath())) return {}
  const executablePath = SYSTEM_BROWSERS.find((file) => existsSync(file))
  return executablePath ? { executablePath } : null
}

/** Command that installs a browser for an ordinary user, by a name that exists in every Debian derivative. */
export const INSTALL_BROWSER = isDebian
  ? 'sudo apt-get install -y chromium'
  : 'npx playwright install chromium'

/** Installs Debian's browser if the user may. @returns {Promise<boolean>} whether there is a browser now */
export async function ensureBrowser() {
  // Not every Debian derivative has the package without a window.
  for (const name of [path.basename(SHELL), 'chromium']) {
    if (findBrowser()) break
    await installPackages('Installing a browser for the tests', [name])
  }
  return findBrowser() !== null
}

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
