import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { installPackages, isDebian } from './debian.mjs'

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
