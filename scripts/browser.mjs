import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runAloud } from './install.mjs'

const APT_GET = '/usr/bin/apt-get'
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @returns {{ executablePath?: string } | null} what Playwright should launch: its own browser, the system's, or none is there */
export function findBrowser() {
  if (existsSync(chromium.executablePath())) return {}
  const executablePath = SYSTEM_BROWSERS.find((file) => existsSync(file))
  return executablePath ? { executablePath } : null
}

/** What an ordinary user types when there is no browser. */
export const INSTALL_BROWSER = existsSync(APT_GET)
  ? 'sudo apt-get install -y chromium'
  : 'npx playwright install chromium'

/** Installs Debian's chromium where we may. @returns {Promise<boolean>} whether there is a browser now */
export async function ensureBrowser() {
  if (findBrowser()) return true
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  try {
    await runAloud('Installing a browser for the tests', APT_GET, install, env)
  } catch {
    // Its lists of packages may be missing or old.
    try {
      await runAloud('Looking for newer package lists', APT_GET, ['update'], env)
      await runAloud('Installing a browser for the tests', APT_GET, install, env)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
  return findBrowser() !== null
}
