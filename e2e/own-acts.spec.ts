import { expect, type Page, test } from '@playwright/test'
import { audit } from '@/lib/messages/audit'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { savedViews } from '@/lib/messages/saved-views'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { signInAsOwner } from './demo'
import { openPage } from './open-page'

// The browser keeps pages for a while: what somebody did meanwhile must not be missing from them.

const rail = (page: Page, name: string) =>
  page.getByRole('navigation', { name: shell.mainNavigation }).getByRole('link', { name, exact: true })

async function go(page: Page, name: string, path: string): Promise<void> {
  await rail(page, name).click()
  await page.waitForURL((url) => url.pathname === path)
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

test('a view that was kept or removed stays so on the way about', async ({ page }) => {
  const name = `Kept ${Date.now()}`
  await signInAsOwner(page)
  await openPage(page, '/links')
  await go(page, shell.payments, '/payments')
  await go(page, shell.links, '/links')
  await page.getByRole('link', { name: new RegExp(`^${links.status.EXPIRED}`) }).click()
  await page.waitForURL(/status=EXPIRED/)
  await page.getByRole('button', { name: savedViews.save }).click()
  await page.getByLabel(savedViews.name).fill(name)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('button', { name: savedViews.label })
  await expect(shown).toContainText(name)
  await go(page, shell.payments, '/payments')
  await go(page, shell.links, '/links')
  await shown.click()
  await page.getByRole('button', { name: savedViews.remove(name) }).click()
  await expect(page.getByRole('button', { name: savedViews.undo })).toBeVisible()
  await page.keyboard.press('Escape')
  await go(page, shell.payments, '/payments')
  await go(page, shell.links, '/links')
  await expect(page.getByRole('table', { name: links.listLabel })).toBeVisible()
  if (await shown.isVisible()) await shown.click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('an import is found on the page that it was begun from, and the activity tells it', async ({ page }) => {
  const title = `Found again ${Date.now()}`
  await signInAsOwner(page)
  await openPage(page, '/settings')
  const toAudit = async () => {
    await go(page, shell.settings, '/settings')
    await page.getByRole('link', { name: settings.more.links.activity.title }).click()
    await page.waitForURL('/audit')
  }
  await toAudit()
  await expect(page.getByRole('heading', { level: 1, name: audit.title })).toBeVisible()
  const told = page.getByRole('row').filter({ hasText: audit.imported('1', true) })
  const before = await told.count()
  await go(page, shell.links, '/links')
  await page.getByRole('link', { name: linkBatches.entry }).click()
  await page.waitForURL('/links/import')
  await page.getByLabel(linkBatches.paste).fill(`title,amount\n${title},1\n`)
  await page.getByRole('button', { name: linkBatches.start('1', true) }).click()
  await page.waitForURL(/batch_/)
  const place = new URL(page.url()).pathname
  await expect(page.getByText(linkBatches.progress.state.DONE, { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('link', { name: linkBatches.progress.again }).click()
  await page.waitForURL('/links/import')
  await expect(page.locator(`#content a[href="${place}"]`).first()).toBeVisible()
  await toAudit()
  await expect.poll(() => told.count()).toBeGreaterThan(before)
})

test('Back from a finished import never says that it waits', async ({ page }) => {
  const { state, bar } = linkBatches.progress
  await signInAsOwner(page)
  await openPage(page, '/links/import')
  const mark = `Table ${Date.now()}`
  await page.getByLabel(linkBatches.paste).fill(`title,amount\n${mark}-1,1\n${mark}-2,2\n`)
  await page.getByRole('button', { name: linkBatches.start('2', false) }).click()
  await page.waitForURL(/\/links\/import\/batch_/)
  const place = new URL(page.url()).pathname
  const item = page.getByRole('listitem').filter({ has: page.locator(`a[href="${place}"]`) })
  await expect(page.locator('h2[role="status"]')).toHaveText(state.DONE, { timeout: 20_000 })
  // The page is shown as it was when the import had just begun; what the server says now comes later.
  await page.route('**/links/import?*', () => {})
  await page.goBack()
  await expect(item).toContainText(bar('2', '2'), { timeout: 1_000 })
  await expect(item).toContainText(state.DONE)
})
