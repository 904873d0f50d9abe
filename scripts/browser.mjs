import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackages, isDebian } from './debian.mjs'

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
export const INSTALL_BROWSER = isDebian
  ? 'sudo apt-get install -y chromium'
  : 'npx playwright install chromium'

/** Installs Debian's chromium where we may. @returns {Promise<boolean>} whether there is a browser now */
export async function ensureBrowser() {
  if (findBrowser()) return true
  await installPackages('Installing a browser for the tests', ['chromium'])
  return findBrowser() !== null
}
