import { expect, type Locator, type Page } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessible, expectContrast } from './axe'
import { expectNoLayoutFaults } from './layout'
import { gotoPage, nextFrames, openPage } from './open-page'
import type { Screen } from './screens'

/** Folder of screenshots for review; no test compares pixels. */
const FOLDER = 'test-results/screens'
const PHONE = { width: 375, height: 1_400 }
const TABLET = { width: 768, height: 1_400 }
const DESKTOP = { width: 1440, height: 1_200 }
/** 1440 px at a zoom of 200 %, and 1280 px at 400 %: the narrowest page that has to reflow. */
const ZOOMED = [
  { width: 720, height: 450 },
  { width: 320, height: 256 },
] as const
const FONT_SIZE_PX = 16
/** Elements that declare that they open something. */
const OPENERS = ['[aria-haspopup]', '[aria-expanded="false"]', 'summary', '[data-opens]']
  // The rows of a list are alike, so only the first one's menu is opened.
  .map((opener) => `${opener}:not([disabled], [aria-disabled="true"], tbody tr:nth-child(n+2) *)`)
  .join(', ')
const FLOATING = '[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]'
/** Longest load time of a lazy module on a busy machine. */
const OPEN_TIMEOUT_MS = 15_000

type Theme = 'light' | 'dark'

/** Part of the screens that is opened: within `main` or the `body`, without the names in `opened`. */
interface Opening {
  opened: Set<string>
  within: 'main' | 'body'
}

/**
 * Checks a screen with axe and for overflow. A full screen is also checked in dark, zoomed, with large letters and
 * opened. It is loaded once; size and theme change in the loaded page.
 */
export async function checkScreen(page: Page, screen: Screen, opening: Opening): Promise<void> {
  const { name, path, prepare, opensAt } = screen
  const isWhole = opensAt !== undefined
  const theme = isWhole ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.setViewportSize(DESKTOP)
  // Only the dashboard opens a live stream.
  const isDashboard = (await page.context().cookies()).some((cookie) => cookie.name.includes('session-token'))
  await (isDashboard ? openPage : gotoPage)(page, path)
  await page.evaluate(() => document.fonts.ready)
  await prepare?.(page, english)
  await expect.soft(page, name).toHaveTitle(/\S/)
  await expectAccessible(page, `${name} in ${theme}`)
  await expectNoLayoutFaults(page, name)
  await takeScreenshot(page, name, theme)
  if (isWhole) {
    await setTheme(page, 'light')
    await expectContrast(page, `${name} in light`)
    await takeScreenshot(page, name, 'light')
  }
  for (const size of isWhole ? [TABLET, PHONE] : [PHONE]) {
    await page.setViewportSize(size)
    await expectNoLayoutFaults(page, `${name} at ${size.width} px`)
    await takeScreenshot(page, name, 'light')
  }
  if (!isWhole) return
  for (const size of ZOOMED) {
    await page.setViewportSize(size)
    await expectNoLayoutFaults(page, `${name} at ${size.width} px`)
  }
  await expectLargeLettersFit(page, name)
  await page.setViewportSize(opensAt === 375 ? PHONE : DESKTOP)
  await openAll(page, name, opening)
}

async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await nextFrames(page)
}

async function takeScreenshot(page: Page, name: string, theme: Theme): Promise<void> {
  const path = `${FOLDER}/${name}-${page.viewportSize()?.width}-${theme}.jpg`
  await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' })
}

/** Checks letters of twice the size, as set in the browser: pixels stay, every rem doubles. */
async function expectLargeLettersFit(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const setFontSize = (size: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
  await page.setViewportSize(TABLET)
  await setFontSize(2 * FONT_SIZE_PX)
  await expectNoLayoutFaults(page, `${name} with letters of ${2 * FONT_SIZE_PX} px`)
  await setFontSize(FONT_SIZE_PX)
  await browser.detach()
}

/** Opens everything that a part of the screen declares as openable, each name once in a sweep. */
async function openAll(page: Page, screen: string, { opened, within }: Opening): Promise<void> {
  const width = page.viewportSize()?.width
  const openers = page.locator(within).locator(OPENERS).filter({ visible: true })
  let theme: Theme = 'light'
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index)
    const name = `${await nameOf(opener)} at ${width} px`
    if (opened.has(name)) continue
    opened.add(name)
    theme = theme === 'light' ? 'dark' : 'light'
    await checkOpened(page, opener, `${name} on ${screen}`, theme)
  }
}

/** Checks what an opener opens, first in the theme of the page and then in `theme`, which stays. */
async function checkOpened(page: Page, opener: Locator, subject: string, theme: Theme): Promise<void> {
  const floats = await opener.evaluate((element) => element.matches('[aria-haspopup], [data-opens]'))
  const within = floats ? FLOATING : undefined
  const floating = page.locator(FLOATING).filter({ visible: true })
  await opener.click()
  if (floats) {
    const opens = floating.first().waitFor({ timeout: OPEN_TIMEOUT_MS })
    const isOpen = await opens.then(() => true).catch(() => false)
    expect.soft(isOpen, subject).toBe(true)
    if (!isOpen) return
  }
  await expectAccessible(page, subject, within)
  await expectNoLayoutFaults(page, subject)
  await setTheme(page, theme)
  await expectContrast(page, `${subject} in ${theme}`, within)
  if (!floats) return
  await page.keyboard.press('Escape')
  await expect(floating).toHaveCount(0)
  await expect.soft(opener, `the focus after ${subject}`).toBeFocused()
}

/** Returns a name by which an opener is recognized after the page has rendered again. */
async function nameOf(opener: Locator): Promise<string> {
  return opener.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')
}
