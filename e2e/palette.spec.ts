import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, demo, dropSession, signInAsOwner } from './demo'
import { createTestLink } from './link-actions'
import { openPage } from './open-page'

const field = (page: Page) => page.getByRole('combobox', { name: english('search.label') })

test('the palette finds a link by title, amount, id and address, and opens it with Enter', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const link = await createTestLink({ amount: 7_341.17 })
  await signInAsOwner(page)
  // The API raises no event for a new link: its own page reads it into the mirror.
  await openPage(page, accountPath(`/links/${link.id}`))
  for (const text of [link.title.toLowerCase(), '7341,17', '7,341.17 USD', link.id, link.url]) {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await field(page).fill(text)
    const option = page.getByRole('option', { name: new RegExp(link.title) }).first()
    await expect(option, text).toHaveAttribute('aria-selected', 'true')
    await expect(option, text).toHaveAttribute('href', accountPath(`/links/${link.id}`))
    if (text !== link.url) await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(text === link.url ? 1 : 0)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(link.title)
})

test('rows that only resemble a mistyped title are labelled in the palette and in the list', async ({
  page,
}) => {
  const link = await createTestLink({ title: `Zabaglione ${Date.now()}` })
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  const typed = link.title.replace('Zabag', 'Zabga')
  await page.keyboard.press('Control+k')
  await field(page).fill(typed)
  const group = page.getByRole('group', { name: english('common.nearMatches') })
  await expect(group.getByRole('option', { name: link.title })).toBeVisible()
  await openPage(page, accountPath(`/links?q=${encodeURIComponent(typed)}`))
  await expect(page.getByRole('status').filter({ hasText: english('common.nearMatches') })).toHaveCount(1)
  await expect(page.getByRole('link', { name: link.title }).first()).toBeVisible()
})

test('Enter in the palette waits for the results of the typed text', async ({ page }) => {
  const { data } = await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await field(page).fill(data[0].id)
  await page.keyboard.press('Enter')
  await page.waitForURL(accountPath(`/payments/${data[0].id}`))
})

test('the palette opens screens by arrow keys and by name, and Escape restores the focus', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  const opener = page.getByRole('button', { name: english('search.open') }).filter({ visible: true })
  await opener.click()
  const first = page.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  for (const [typed, name, path] of [
    ['webhooks', english('search.developers.webhooks'), '/developers/webhooks'],
    ['expo', english('exports.title'), '/exports'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await field(page).fill(typed)
    await expect(page.getByText(english('search.nothing'))).toHaveCount(0)
    await page.getByRole('option', { name, exact: true }).click()
    await page.waitForURL(accountPath(path))
  }
})

test('the palette shows links before payments, a few of each, and links to all of them', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links'))
  await page.keyboard.press('Control+k')
  await field(page).fill('box')
  const groups = page.getByRole('listbox').getByRole('group')
  await expect(groups.first()).toHaveAccessibleName(english('search.links'))
  await expect(groups.nth(1)).toHaveAccessibleName(english('search.payments'))
  const found = groups.nth(1).getByRole('option')
  await expect(found).toHaveCount(5)
  await found.last().scrollIntoViewIfNeeded()
  await found.last().click()
  await page.waitForURL(accountPath('/payments?q=box'))
  await expect(page.locator('[data-payment]').nth(4)).toBeVisible()
})

test('the palette reports a search without results, and one that failed', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  await page.keyboard.press('/')
  await field(page).fill('nobody & nothing')
  await expect(page.getByText(english('search.nothing'))).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.route('**/data/search/list*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await field(page).fill('nobody & nothing at all')
  await expect(page.locator('p').filter({ hasText: english('search.failed') })).toBeVisible()
})

test('the palette signs the member out', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings/audit'))
  await page.keyboard.press('Control+k')
  await field(page).fill('sign out')
  await page.getByRole('option', { name: english('shell.signOut') }).click()
  dropSession(demo())
  await page.waitForURL(/\/sign-in/)
  await page.goto(accountPath('/links'))
  await page.waitForURL(/\/sign-in\?next=/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('Back closes the palette instead of leaving the page', async ({ page }) => {
    await signInAsOwner(page)
    await openPage(page, accountPath('/payments'))
    const opener = page.getByRole('button', { name: english('search.open') }).filter({ visible: true })
    const palette = page.getByRole('dialog', { name: english('search.title') })
    await opener.tap()
    await palette.getByRole('button', { name: english('common.close') }).tap()
    await expect(palette).toBeHidden()
    await opener.tap()
    await expect(palette).toBeVisible()
    await page.goBack()
    await expect(palette).toBeHidden()
    await expect(page).toHaveURL(accountPath('/payments'))
  })
})
