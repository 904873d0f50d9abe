import { expect, type Page, test } from '@playwright/test'
import { payments } from '@/lib/messages/payments'
import { shell } from '@/lib/messages/shell'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

const IMAGES = 'test-results/images/shell'

test('going offline is said for as long as it lasts', async ({ page, context }) => {
  await signInAsOwner(page)
  await page.goto('/')
  const alive = page.getByText(shell.healthShort.live).filter({ visible: true })
  await expect(alive.or(page.getByText(shell.healthShort.behind)).first()).toBeVisible()
  const notice = page.getByText(shell.offlineTitle)
  await goOffline(page)
  // The dot says nothing that nobody can know now.
  await expect(alive).toHaveCount(0)
  const away = page.getByText(shell.healthShort.offline, { exact: true }).filter({ visible: true })
  await expect(away).toBeVisible()
  await page.screenshot({ path: `${IMAGES}/offline.png` })
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await expect(away).toHaveCount(0)
})

test('without a network nothing leads away: not a tab, a row, the menu, a key or a search', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const rows = page.locator('[data-payment]')
  await expect(rows.first()).toBeVisible()
  await goOffline(page)
  const search = page.getByRole('searchbox', { name: payments.searchLabel })
  const tries: (() => Promise<void>)[] = [
    () => page.getByRole('navigation', { name: payments.statusTabs }).getByRole('link').nth(2).click(),
    () => rows.first().locator('a[data-row]').click(),
    () => page.getByRole('navigation', { name: shell.mainNavigation }).getByRole('link').first().click(),
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('l')
    },
  ]
  for (const leave of tries) {
    await leave()
    await expect(page.getByText(shell.offlineStayed)).toBeVisible()
    await expect(page).toHaveURL(/\/payments$/)
    await expect(rows.first()).toBeVisible()
  }
  const word = (await rows.nth(3).locator('[dir=auto]').first().innerText()).trim()
  await search.fill(word)
  await search.press('Enter')
  await expect(rows.nth(3)).toBeVisible()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(search).toHaveValue(word)

  // Back again, what was typed is asked for, and everything leads on.
  await context.setOffline(false)
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByText(shell.offlineTitle)).toHaveCount(0)
  await rows.first().locator('a[data-row]').click()
  await expect(page).toHaveURL(/\/payments\/.+/)
})

/** The notice is there once the page listens. */
async function goOffline(page: Page): Promise<void> {
  await expect(async () => {
    await page.context().setOffline(true)
    await expect(page.getByText(shell.offlineTitle)).toBeVisible({ timeout: 1_000 })
  }).toPass()
}
