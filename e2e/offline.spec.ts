import { expect, type Locator, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, signInAsOwner } from './demo'
import { goOffline, goOnline } from './go-offline'
import { openPage } from './open-page'

test('a page reports a lost network until it is back, and its palette still opens screens', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  const alive = page.getByText(english('shell.healthShort.live')).filter({ visible: true })
  await expect(alive.or(page.getByText(english('shell.healthShort.behind'))).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: english('search.label') })
  await expect(field).toBeVisible()
  await goOffline(page)
  await expect(alive).toHaveCount(0)
  await expect(
    page.getByText(english('shell.healthShort.offline'), { exact: true }).filter({ visible: true }),
  ).toBeVisible()
  await field.fill('wine')
  await expect(page.getByRole('dialog').getByText(english('search.offline')).first()).toBeVisible()
  await field.fill('settings')
  await expect(page.getByRole('option').first()).toBeVisible()
  await goOnline(page)
  await expect(page.getByText(english('search.offline'))).toHaveCount(0)
})

test('without a network no tab, row, menu item, key or search leaves the page, and the typed search runs afterwards', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const rows = page.locator('[data-payment]')
  await expect(rows.first()).toBeVisible()
  await goOffline(page)
  const box = page.getByRole('searchbox', { name: english('payments.searchLabel') })
  const tries: (() => Promise<void>)[] = [
    () =>
      page
        .getByRole('navigation', { name: english('payments.statusTabs') })
        .getByRole('link')
        .nth(2)
        .click(),
    () => rows.first().locator('a[data-row]').click(),
    () =>
      page
        .getByRole('navigation', { name: english('shell.mainNavigation') })
        .getByRole('link')
        .first()
        .click(),
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('l')
    },
  ]
  for (const leave of tries) {
    await leave()
    await expect(page).toHaveURL(accountPath('/payments'))
    await expect(rows.first()).toBeVisible()
  }
  const word = (await rows.nth(3).locator('[dir=auto]').first().innerText()).trim()
  await box.fill(word)
  await box.press('Enter')
  await expect(rows.nth(3)).toBeVisible()
  await expect(page).toHaveURL(accountPath('/payments'))
  await goOnline(page)
  await expect(page).toHaveURL(/[?&]q=/)
  await rows.first().locator('a[data-row]').click()
  await expect(page).toHaveURL(/\/payments\/.+/)
})

/** Parts of a screen that load a module of their own. */
const lazy: readonly {
  path: string
  press: (page: Page) => Promise<void>
  opened: (page: Page) => Locator
}[] = [
  {
    path: '/payments',
    press: (page) => page.keyboard.press('Control+k'),
    opened: (page) => page.getByRole('combobox', { name: english('search.label') }),
  },
  {
    path: '/payments',
    press: (page) =>
      page.getByRole('button', { name: english('filters.listFilters.period'), exact: true }).click(),
    opened: (page) => page.getByRole('dialog', { name: english('filters.listFilters.period') }),
  },
  {
    path: '/links',
    press: (page) =>
      page
        .getByRole('row')
        .nth(1)
        .getByRole('button', { name: english('links.more', { title: '' }) })
        .click(),
    opened: (page) => page.getByRole('menu'),
  },
]

/** Resolves at the next event of this name on the window; the browser tries each module twice. */
function nextEvent(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (event) =>
      new Promise<void>((resolve) => window.addEventListener(event, () => resolve(), { once: true })),
    name,
  )
}

test('a lazy module that cannot load leaves the page unchanged, and loads once the network is back', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signInAsOwner(page)
  for (const { path, press, opened } of lazy) {
    await openPage(page, accountPath(path))
    await goOffline(page)
    const failed = nextEvent(page, 'checkout:module-failed')
    await press(page)
    await failed
    await expect(opened(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await goOnline(page)
    await press(page)
    await expect(opened(page)).toBeVisible()
  }
})

test('a failed page reports the lost network, and offers no retry until it is back', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  // Amounts and days can no longer be formatted.
  await page.evaluate(() => {
    for (const { prototype } of [Intl.NumberFormat, Intl.DateTimeFormat])
      for (const name of ['format', 'formatToParts'])
        Object.defineProperty(prototype, name, {
          get: () => {
            throw new Error('broken for this test')
          },
        })
  })
  await page
    .getByRole('navigation', { name: english('shell.mainNavigation') })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { name: english('failure.failedTitle') })).toBeVisible()
  // A page whose response was cut off is another case.
  await page.waitForFunction(
    (path) =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes('_rsc=') && new URL(name).pathname === path),
    accountPath('/'),
  )
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: english('failure.offlineTitle') })).toBeVisible()
  await expect(page.getByRole('button', { name: english('common.retry') })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: english('failure.failedTitle') })).toBeVisible()
})
