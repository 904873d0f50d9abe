import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { installPackages, isDebian } from './debian.mjs'

/**
 * Debian's Chromium without the window that nobody sees here. It draws the same pages; the other one draws its own tool
 * bar beside each of them, as pages too, and takes that from the processor that the tests and the servers need.
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

/** @returns {{ executablePath?: string } | null} what Playwright should launch: its own browser, the system's, or none is there */
export function findBrowser() {
  if (existsSync(chromium.executablePath())) return {}
  const executablePath = SYSTEM_BROWSERS.find((file) => existsSync(file))
  return executablePath ? { executablePath } : null
}

/** What an ordinary user types when there is no browser: the name that every child of Debian knows. */
export const INSTALL_BROWSER = isDebian
  ? 'sudo apt-get install -y chromium'
  : 'npx playwright install chromium'

/** Installs Debian's where we may. @returns {Promise<boolean>} whether there is a browser now */
export async function ensureBrowser() {
  // Not all of Debian's children have the one without a window.
  for (const name of [path.basename(SHELL), 'chromium']) {
    if (findBrowser()) break
    await installPackages('Installing a browser for the tests', [name])
  }
  return findBrowser() !== null
}
