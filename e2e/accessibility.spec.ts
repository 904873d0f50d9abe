import { expect, type Locator, type Page, test } from '@playwright/test'
import { savedViews } from '@/lib/messages/saved-views'
import { search } from '@/lib/messages/search'
import { signIn } from '@/lib/messages/sign-in'
import { dashboardPages, openPages, type ShownPage } from './all-pages'
import { expectAccessible } from './axe'
import { openDateFilter, openExpiryCalendar } from './calendar'
import { signInAsOwner } from './demo'
import { expectRoom } from './layout'
import { arrive } from './screens'

test.describe.configure({ mode: 'parallel' })

const PHONE = { width: 375, height: 812 }
const DESK = { width: 1440, height: 900 }
/** What says of itself that it opens something: menus, dialogs, lists, what is folded. */
const OPENERS = ['[aria-haspopup]', '[aria-expanded="false"]', 'summary', '[data-opens]']
  .map((opener) => `${opener}:not([disabled]):not([aria-disabled="true"])`)
  .join(', ')
/** States of a page that open nothing that another of its states does not. */
const ALIKE = /-(no-match|completed|cancelled|failed|voided|timeout|missing|duplicate)$|^missing$/
const FLOATING = '[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]'

async function expectSound(page: Page, pages: readonly ShownPage[], theme: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  for (const { path } of pages) {
    await arrive(page, path)
    await expectAccessible(page, `${path} in ${theme}`)
  }
}

/** How an opener is known again after the page has drawn itself anew. */
async function nameOf(opener: Locator): Promise<string> {
  return opener.evaluate(
    (element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`,
  )
}

/** Opens what the page can open, one after the other, and looks at each with axe and for its room. Tells what it opened. */
async function openEach(page: Page, where: string, known: Set<string>): Promise<void> {
  const openers = page.locator(OPENERS).filter({ visible: true })
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index)
    const name = await nameOf(opener)
    // The shell's are the same on every page.
    if (known.has(name)) continue
    known.add(name)
    // What promises a panel may load it first; left open, it would lie over the next opener.
    const timeout = (await opener.getAttribute('aria-haspopup')) === null ? 1_000 : 15_000
    await opener.click()
    const floating = page.locator(FLOATING).filter({ visible: true })
    const opened = await floating
      .first()
      .waitFor({ timeout })
      .then(() => true)
      .catch(() => false)
    // What floats is new; the page under it was looked at by itself.
    const size = page.viewportSize()
    if (!opened && size) {
      // What has unfolded may lie under a bar that stays, whose buttons are no neighbours of it.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
    }
    await expectAccessible(page, `${name} on ${where}`, opened ? FLOATING : undefined)
    await expectRoom(page, `${name} on ${where}`)
    if (size) await page.setViewportSize(size)
    if (!opened) continue
    await page.keyboard.press('Escape')
    await expect(floating).toHaveCount(0)
  }
}

for (const theme of ['light', 'dark'] as const) {
  test(`no page of the dashboard breaks the accessibility rules in ${theme}`, async ({ page }) => {
    test.setTimeout(300_000)
    const pages = await dashboardPages()
    await signInAsOwner(page)
    await expectSound(page, pages, theme)
  })

  test(`no page that nobody signs in for breaks the accessibility rules in ${theme}`, async ({ page }) => {
    test.setTimeout(300_000)
    await expectSound(page, await openPages(), theme)
  })

  for (const size of [DESK, PHONE]) {
    test(`no menu, dialog, sheet or fold breaks the accessibility rules in ${theme} at ${size.width} px`, async ({
      page,
    }) => {
      test.setTimeout(300_000)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      const pages = (await dashboardPages()).filter(({ name }) => !ALIKE.test(name))
      await signInAsOwner(page)
      const known = new Set<string>()
      for (const { path } of pages) {
        await arrive(page, path)
        await openEach(page, `${path} at ${size.width} px in ${theme}`, known)
      }
      expect(known.size, 'what opened').toBeGreaterThan(2)
    })
  }

  for (const size of [DESK, PHONE]) {
    test(`no calendar breaks the accessibility rules in ${theme} at ${size.width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await signInAsOwner(page)
      for (const path of ['/payments', '/payments?period=30d', '/payments?period=custom&from=2026-02-01']) {
        await arrive(page, path)
        await openDateFilter(page)
        const where = `the days of ${path} at ${size.width} px in ${theme}`
        await expectAccessible(page, where, FLOATING)
        await expectRoom(page, where)
      }
      await arrive(page, '/links/new')
      const panel = await openExpiryCalendar(page)
      await expectAccessible(page, `the days of an expiry at ${size.width} px in ${theme}`, FLOATING)
      await expectRoom(page, `the days of an expiry at ${size.width} px in ${theme}`)
      await panel.locator('[role="gridcell"]:not([data-disabled])').last().getByRole('button').click()
      await expect(panel).toHaveCount(0)
      await expectAccessible(page, `a chosen expiry at ${size.width} px in ${theme}`)
      await expectRoom(page, `a chosen expiry at ${size.width} px in ${theme}`)
    })
  }

  test(`no error and no toast breaks the accessibility rules in ${theme}`, async ({ page, browser }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await signInAsOwner(page)
    // Every field's error at once, on each form.
    for (const path of ['/links/new', '/settings/connect']) {
      await arrive(page, path)
      await page.locator('main form button[type="submit"]').last().click()
      await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible()
      await expectAccessible(page, `errors on ${path} in ${theme}`)
      await expectRoom(page, `errors on ${path} in ${theme}`)
    }

    const view = `Paid up ${Date.now()}`
    // Filters that no other journey keeps meanwhile.
    await arrive(page, `/links?status=${theme === 'dark' ? 'CANCELLED' : 'ACTIVE'}`)
    await page.getByRole('button', { name: savedViews.save }).click()
    await page.getByLabel(savedViews.name).fill(view)
    await expectAccessible(page, `naming a view in ${theme}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: savedViews.label }).click()
    await expect(page.getByRole('link', { name: view, exact: true })).toBeVisible()
    await expectAccessible(page, `a saved view in ${theme}`)
    await page.getByRole('button', { name: savedViews.remove(view) }).click()
    await expect(page.getByRole('button', { name: savedViews.undo })).toBeVisible()
    await expectAccessible(page, `a toast in ${theme}`)
    // Another's view may have kept the list of them open.
    await page.keyboard.press('Escape')

    await page.route('**/search/data?**', (route) => route.fulfill({ status: 503, json: {} }))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: search.label }).fill('croissant')
    await expect(page.getByText(search.failed).first()).toBeVisible()
    await expectAccessible(page, `a search that failed in ${theme}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    const stranger = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' })
    const door = await stranger.newPage()
    await arrive(door, '/sign-in')
    await door.getByLabel(signIn.email).fill('nobody@example.com')
    await door.getByLabel(signIn.password, { exact: true }).fill('not the password')
    await door.getByRole('button', { name: signIn.submit }).click()
    await expect(door.getByText(signIn.wrong)).toBeVisible()
    await expectAccessible(door, `a wrong password in ${theme}`)
    await stranger.close()
  })
}
