import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'

async function go(page: Page, name: string, path: string): Promise<void> {
  const main = page.getByRole('navigation', { name: english('shell.mainNavigation') })
  await main.getByRole('link', { name, exact: true }).click()
  await page.waitForURL((url) => url.pathname === accountPath(path))
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

test('a saved or removed view stays so on pages that the browser has cached', async ({ page }) => {
  const name = `Kept ${Date.now()}`
  await signInAsOwner(page)
  await openPage(page, accountPath('/links'))
  await go(page, english('shell.payments'), '/payments')
  await go(page, english('shell.links'), '/links')
  await page.getByRole('link', { name: new RegExp(`^${english('link-states.status.EXPIRED')}`) }).click()
  await page.waitForURL(/status=EXPIRED/)
  await page.getByRole('button', { name: english('saved-views.save') }).click()
  await page.getByLabel(english('saved-views.name')).fill(name)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('button', { name: english('saved-views.label') })
  await expect(shown).toContainText(name)
  await go(page, english('shell.payments'), '/payments')
  await go(page, english('shell.links'), '/links')
  await shown.click()
  await page.getByRole('button', { name: english('saved-views.remove', { name }) }).click()
  await expect(page.getByRole('button', { name: english('saved-views.undo') })).toBeVisible()
  await page.keyboard.press('Escape')
  await go(page, english('shell.payments'), '/payments')
  await go(page, english('shell.links'), '/links')
  await expect(page.getByRole('table', { name: english('links.listLabel') })).toBeVisible()
  if (await shown.isVisible()) await shown.click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('a member saves the filters of a list under a name, and restores a removed view', async ({ page }) => {
  const name = `Paid up ${Date.now()}`
  await signInAsOwner(page)
  for (const [list, filters] of [
    ['links', 'status=COMPLETED'],
    ['payments', 'status=FAILED'],
  ] as const) {
    await openPage(page, accountPath(`/${list}?${filters}`))
    await page.getByRole('button', { name: english('saved-views.save') }).click()
    await page.getByLabel(english('saved-views.name')).fill(name)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('button', { name: english('saved-views.label') })
    await expect(shown).toBeFocused()
    await expect(shown).toContainText(name)
    await openPage(page, accountPath(`/${list}`))
    await shown.click()
    const view = page.getByRole('link', { name, exact: true })
    await view.click()
    await page.waitForURL(accountPath(`/${list}?${filters}`))
    await expect(view).toHaveCount(0)
    await shown.click()
    await expect(view).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: english('saved-views.remove', { name }) }).click()
    await expect(view).toHaveCount(0)
    await page.getByRole('button', { name: english('saved-views.undo') }).click()
    await expect(shown).toContainText(name)
    if (!(await view.isVisible())) await shown.click()
    await page.getByRole('button', { name: english('saved-views.remove', { name }) }).click()
    await expect(view).toHaveCount(0)
  }
})

test('a view without a name, or with one that is too long, is refused at its field', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments?min=3.17'))
  await page.getByRole('button', { name: english('saved-views.save') }).click()
  const name = page.getByLabel(english('saved-views.name'))
  const save = page.getByRole('button', { name: english('saved-views.confirm'), exact: true })
  await name.fill('   ')
  await save.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(english('saved-views.nameMissing'))
  const long = 'n'.repeat(41)
  await name.fill(long)
  await save.click()
  await expect(name).toHaveAccessibleDescription(english('saved-views.nameTooLong', { max: 40, over: 1 }))
  await expect(name).toHaveValue(long)
  await expectAccessibleState(page, 'a view whose name is too long')
  await name.fill('Not saved')
  await expect(name).toHaveAccessibleDescription('')
  await page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await save.click()
  await expect(name).toHaveAccessibleDescription(
    english('saved-views.notSaved', { why: english('saved-views.tryAgain') }),
  )
  await expect(name).toHaveValue('Not saved')
})
