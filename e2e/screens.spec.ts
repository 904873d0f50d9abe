import { expect, type Page, test } from '@playwright/test'
import { dashboardPages, openPages, type ShownPage } from './all-pages'
import { openDateFilter, openExpiryCalendar } from './calendar'
import { signInAsOwner } from './demo'
import { expectRoom } from './layout'
import { arrive, photograph } from './screens'

test.describe.configure({ mode: 'parallel' })

/** A desk at twice the size (1440 px at 200 %), and the narrowest page that has to flow (1280 px at 400 %). */
const ZOOMED = [
  { width: 720, height: 450 },
  { width: 320, height: 256 },
] as const
const LETTERS = 16
/** Letters at twice the size, as a person sets in the browser: the pixels stay, every rem doubles. */
const LARGE_LETTERS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
] as const
const PARTS = 2

async function lookAt(page: Page, pages: readonly ShownPage[], theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const browser = await page.context().newCDPSession(page)
  const setLetters = (standard: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
  const said: string[] = []
  page.on('console', (message) => {
    // A page that is nowhere is answered 404, which the browser says by itself.
    const isOurs = !message.text().startsWith('Failed to load resource')
    if (isOurs && ['warning', 'error'].includes(message.type())) said.push(`${page.url()}: ${message.text()}`)
  })
  for (const { name, path } of pages) {
    await arrive(page, path)
    await expect.soft(page, `the tab at ${path}`).toHaveTitle(/\S/)
    const names = await page.locator('title').evaluateAll((all) => all.map((one) => one.textContent))
    expect.soft(new Set(names).size, `names of ${path}: ${names}`).toBe(1)
    await photograph(page, name, theme)
    if (theme === 'dark') continue
    for (const size of ZOOMED) {
      await page.setViewportSize(size)
      await expectRoom(page, `${path} at ${size.width} px`)
    }
    await setLetters(2 * LETTERS)
    for (const size of LARGE_LETTERS) {
      await page.setViewportSize(size)
      await expectRoom(page, `${path} at ${size.width} px with letters of ${2 * LETTERS} px`)
    }
    await setLetters(LETTERS)
  }
  expect.soft(said, 'what the pages say on the console').toEqual([])
}

/** Half of the pages each, so that two workers share them. */
const part = (pages: readonly ShownPage[], which: number) =>
  pages.filter((_, index) => index % PARTS === which)

for (const theme of ['light', 'dark'] as const) {
  for (let which = 0; which < PARTS; which += 1) {
    test(`every page of the dashboard fits every screen in ${theme}, part ${which + 1}`, async ({ page }) => {
      test.setTimeout(300_000)
      const pages = await dashboardPages()
      await signInAsOwner(page)
      await lookAt(page, part(pages, which), theme)
    })
  }
  test(`an open calendar fits every screen in ${theme}`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await signInAsOwner(page)
    await arrive(page, '/payments?period=30d')
    await openDateFilter(page)
    await photograph(page, 'payments-days', theme)
    for (const size of ZOOMED) {
      await page.setViewportSize(size)
      await expectRoom(page, `the days of payments at ${size.width} px`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await arrive(page, '/links/new')
    await openExpiryCalendar(page)
    await photograph(page, 'link-new-days', theme)
  })
  test(`every page that nobody signs in for fits every screen in ${theme}`, async ({ page }) => {
    test.setTimeout(300_000)
    const pages = await openPages()
    expect(pages.length).toBeGreaterThan(10)
    await lookAt(page, pages, theme)
  })
}
