import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { signIn } from '@/lib/messages/sign-in'
import { ensureBrowser, findBrowser, INSTALL_BROWSER } from '@/scripts/browser.mjs'
import type { Instance } from './instance'

/** Installs a browser if the user may. Otherwise throws with the command to run. */
export async function requireBrowser(): Promise<void> {
  if (!(await ensureBrowser())) throw new Error(`There is no browser. Install one: ${INSTALL_BROWSER}`)
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...findBrowser(),
    chromiumSandbox: false,
    args: [
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** Returns the browser's name and version, such as `chromium-headless-shell 156.0.8078.79`. */
export function browserName(browser: Browser): string {
  return `${path.basename(findBrowser()?.executablePath ?? 'Playwright’s Chromium')} ${browser.version()}`
}

/** Signs the demo's owner in on this page, which then redirects to `next`. */
export async function signInAsOwner(page: Page, { webUrl, demo }: Instance, next: string): Promise<void> {
  await page.goto(`${webUrl}/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel(signIn.email).fill(demo.email)
  await page.getByLabel(signIn.password, { exact: true }).fill(demo.password)
  await page.getByRole('button', { name: signIn.submit }).click()
  await page.waitForURL((url) => url.pathname === next)
}
