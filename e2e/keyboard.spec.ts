import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const rowsOf = (page: Page) => page.locator('#content a[data-row]')

test('single keys open every screen', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  for (const [key, title] of [
    ['l', english('links.title')],
    ['p', english('payments.title')],
    ['s', english('settings.title')],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(heading(page, title)).toBeVisible()
  }
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL(accountPath('/'))
  await page.keyboard.press('c')
  await expect(heading(page, english('link-form.title'))).toBeVisible()
  const title = page.getByLabel(english('link-form.name'))
  await expect(title).toBeFocused()
  await page.keyboard.type('Gs and c?')
  await expect(title).toHaveValue(/Gs and c\?$/)
})

test('j and k walk the rows of a list, Enter opens one, y copies its id, and Back returns to the row', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsOwner(page)
  // No other test makes a voided payment, which would appear above the first row.
  await openPage(page, accountPath('/payments?status=VOIDED'))
  const rows = rowsOf(page)
  for (const [key, row] of [
    ['j', 0],
    ['j', 1],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(rows.nth(row)).toBeFocused()
  }
  const href = (await rows.nth(1).getAttribute('href')) ?? ''
  await page.keyboard.press('y')
  await expect(page.getByText(english('keyboard.copied.id'))).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(accountPath(`/payments/${copied}`)).toBe(href)
  await page.keyboard.press('Enter')
  await page.waitForURL(href)
  await expect(heading(page, english('payments.title'))).toHaveCount(0)
  await page.goBack()
  await expect(page.locator(`#content a[data-row][href="${href}"]`)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(2)).toBeFocused()
})

test('Enter and the down key move from the search of a list to its rows, and Escape empties and leaves it', async ({
  page,
}) => {
  await signInAsOwner(page)
  // Other tests rarely add a link to this tab, which would appear above the first row.
  await openPage(page, accountPath('/links?status=EXPIRED'))
  const box = page.getByRole('searchbox', { name: english('links.searchLabel') })
  const rows = rowsOf(page)
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()

  const title = (await rows.nth(1).textContent()) ?? ''
  await page.keyboard.press('/')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=/)
  await expect(rows.first()).toBeFocused()
  await expect(rows.first()).toHaveText(title)

  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  await page.waitForURL((url) => !url.search.includes('q='))
  await page.keyboard.press('Escape')
  await expect(box).not.toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('nothing is called this')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(0)
  await expect(box).toBeFocused()
})

test('keys type text inside a field and do nothing behind a dialog', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const box = page.getByRole('searchbox', { name: english('payments.searchLabel') })
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type('gl?c')
  await expect(box).toHaveValue('gl?c')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPage(page, accountPath('/'))
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: english('keyboard.title') })).toBeVisible()
  for (const key of ['c', 'g', 'l', 'Control+k']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL(accountPath('/'))
})

test('a member who turns single keys off keeps the palette', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  await page.keyboard.press('?')
  await page.getByLabel(english('keyboard.singleKeys')).uncheck()
  await page.keyboard.press('Escape')
  await openPage(page, accountPath('/settings'))
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: english('search.label') })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL(accountPath('/settings'))
})
