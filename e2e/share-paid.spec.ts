import { expect, test } from '@playwright/test'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { expectSound } from './axe'
import { signInAsOwner } from './demo'
import { CARDS, newLink, paidBy } from './payer'
import { arrive } from './screens'

const { share } = links

for (const width of [375, 1440])
  test(`whoever waits beside the code sees the payment arrive, by whom, and the way to it, at ${width}`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInAsOwner(page)
    const link = await newLink({ max_uses: 1 })
    await arrive(page, `/links/${link.id}/share?made=1`)
    await expect(page.getByRole('heading', { level: 1, name: share.title })).toBeVisible()
    await expect(page.getByText(share.noEnd)).toBeVisible()
    await paidBy(browser, link.url, CARDS.approved, pay.ends.paidTitle)
    await expect(page.getByRole('heading', { level: 1, name: share.paid, exact: true })).toBeVisible()
    const told = page.getByRole('status').filter({ hasText: `${share.paidBy} Rosa Payer` })
    await expect(told).toBeVisible()
    await expect(page.getByText(share.closed)).toHaveCount(0)
    await expect(page.getByText(share.noEnd)).toHaveCount(0)
    await expectSound(page, `a shared link that was paid at ${width}`)
    await page.screenshot({ path: `test-results/images/share-paid-${width}.png` })
    await told.getByRole('link', { name: share.viewPayment }).click()
    await page.waitForURL(/\/payments\/pay_/)
    await page.goBack()
    // Whoever comes later reads the same.
    await page.reload()
    await expect(told).toBeVisible()
  })

test('a link that more can pay says what has come, and is shared on', async ({ page, browser }) => {
  await signInAsOwner(page)
  const link = await newLink({ max_uses: 3 })
  await arrive(page, `/links/${link.id}/share`)
  const copy = page.getByRole('button', { name: share.copy })
  await expect(copy).toBeVisible()
  const told = page.getByRole('status').filter({ hasText: share.received('1', true) })
  await expect(told).toHaveCount(0)
  await paidBy(browser, link.url, CARDS.approved, pay.ends.paidTitle)
  await expect(told).toContainText('Rosa Payer')
  await expect(copy).toBeVisible()
  // Shared once more, it tells what comes from then on; what has come stands on its own page.
  await page.reload()
  await expect(copy).toBeVisible()
  await expect(told).toHaveCount(0)
})
