import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, demo, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, createLink, payInNewBrowser } from './payer'
import { runOperator } from './test-owner'

const DAY_MS = 86_400_000

test.afterEach(async () => {
  await runOperator('bank', '--transfer-delay', '5000')
})

test('an open settlement turns paid without a reload when its transfer leaves, and its payment shows when the money arrives', async ({
  page,
  browser,
}) => {
  await runOperator('bank', '--transfer-delay', '600000')
  const link = await createLink({ title: `Settled ${Date.now()}` })
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  const until = new Date(Date.now() + 2 * DAY_MS).toISOString()
  await runOperator('settle', '--account', demo().account_id, '--until', until)

  await signInAsOwner(page)
  await openPage(page, accountPath('/balance?status=PENDING'))
  await expect(page.getByRole('heading', { name: english('shell.balance'), level: 1 })).toBeVisible()
  const row = page.locator('[data-settlement]').first()
  await expect(row).toBeVisible()
  const id = (await row.getAttribute('data-settlement')) ?? ''
  await row.getByRole('link').first().click()
  await page.waitForURL(accountPath(`/balance/settlements/${id}`))
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText(english('settlement-states.PENDING'))
  await expect(page.getByText(/^Gross .* − fees .* = /)).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.dataset.neverReloaded = 'true'
  })

  await runOperator('transfer', '--settlement', id)
  await expect(title).toContainText(english('settlement-states.PAID'))
  const steps = page.getByRole('list', { name: english('settlement-detail.timeline') })
  await expect(steps.getByText(english('settlement-detail.sent'))).toBeVisible()
  await expect(page.getByRole('button', { name: english('settlement-detail.copyForBank') })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-never-reloaded', 'true')

  await page.locator('[data-payment]').first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: english('when-paid.title') })).toBeVisible()
  await page
    .getByRole('link', { name: /^Settlement of .*, Paid$/ })
    .first()
    .click()
  await page.waitForURL(accountPath(`/balance/settlements/${id}`))
})
