import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, createLink, payInNewBrowser } from './payer'

test('the share screen of a link shows an arriving payment and links to it', async ({ page, browser }) => {
  await signInAsOwner(page)
  const link = await createLink({ max_uses: 1 })
  await openPage(page, accountPath(`/links/${link.id}/share?made=1`))
  await expect(page.getByRole('heading', { level: 1, name: english('links.share.title') })).toBeVisible()
  await expect(page.getByText(english('links.noEnd'))).toBeVisible()
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  await expect(
    page.getByRole('heading', { level: 1, name: english('link-share.paid'), exact: true }),
  ).toBeVisible()
  const message = page.getByRole('status').filter({ hasText: `${english('link-share.paidBy')} Rosa Payer` })
  await expect(message).toBeVisible()
  await expect(page.getByText(english('links.share.closed'))).toHaveCount(0)
  await expect(page.getByText(english('links.noEnd'))).toHaveCount(0)
  await expectAccessibleState(page, 'a shared link that was paid')
  await message.getByRole('link', { name: english('link-share.viewPayment') }).click()
  await page.waitForURL(/\/payments\/pay_/)
  await page.goBack()
  await page.reload()
  await expect(message).toBeVisible()
})

test('the share screen of a link for several payers counts the payments that arrive', async ({
  page,
  browser,
}) => {
  await signInAsOwner(page)
  const link = await createLink({ max_uses: 3 })
  await openPage(page, accountPath(`/links/${link.id}/share`))
  const copy = page.getByRole('button', { name: english('link-share.copy') })
  await expect(copy).toBeVisible()
  const message = page.getByRole('status').filter({ hasText: english('link-share.received', { count: 1 }) })
  await expect(message).toHaveCount(0)
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  await expect(message).toContainText('Rosa Payer')
  await expect(copy).toBeVisible()
  // A reload resets the count; the link's own page lists all payments.
  await page.reload()
  await expect(copy).toBeVisible()
  await expect(message).toHaveCount(0)
})
