import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { accountPath, callApi, signInAsOwner } from './demo'
import { createTestLink } from './link-actions'
import { openPage } from './open-page'
import { CARDS, payInNewBrowser, payWith } from './payer'

test('a payment that arrives while a row has the focus waits behind a button, and no row moves', async ({
  page,
  browser,
}) => {
  const link = await createTestLink({ title: `Pill ${Date.now()}`, amount: 12, max_uses: null })
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const first = page.locator('[data-payment]').first()
  await first.getByRole('link').focus()
  const before = { id: await first.getAttribute('data-payment'), box: await first.boundingBox() }

  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  const button = page.getByRole('button', { name: /new payment/ })
  await expect(button).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /new payment/ })).toBeAttached()
  expect(await first.getAttribute('data-payment')).toBe(before.id)
  expect(await first.boundingBox()).toEqual(before.box)
  await expect(first.getByRole('link')).toBeFocused()
  await expectAccessible(page, 'a list with new payments')

  await button.press('Enter')
  await expect(page.locator('[data-payment]').filter({ hasText: link.title }).first()).toBeVisible()
  await expect(page.locator('[data-payment]').first().getByRole('link')).toBeFocused()
})

test('a payment that waits for the bank appears although it raises no event', async ({ page, browser }) => {
  const link = await createTestLink({ title: `At the bank ${Date.now()}`, amount: 14, max_uses: null })
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const payer = await browser.newContext()
  const checkout = await payer.newPage()
  await checkout.goto(link.url)
  await payWith(checkout, CARDS.confirm)
  const row = page.locator('[data-payment]').filter({ hasText: link.title })
  // The worker polls every 15 s while a page is open.
  await expect(row.filter({ hasText: english('payment-rows.status.PENDING') })).toBeVisible({
    timeout: 40_000,
  })
  await payer.close()
})

test('a status explains its effect on the money, by pointer in a row and by keyboard on the payment', async ({
  page,
}) => {
  await signInAsOwner(page)
  const explanation = page.getByRole('tooltip', { name: english('payment-rows.meaning.FAILED') })
  await openPage(page, accountPath('/payments?status=FAILED'))
  const row = page.locator('[data-payment]').first()
  const box = await row.getByText(english('payment-rows.status.FAILED'), { exact: true }).boundingBox()
  const at = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 8] as const
  await page.mouse.move(...at)
  await expect(explanation).toBeVisible()
  await page.mouse.click(...at)
  await page.waitForURL(/\/payments\/pay_/)
  const badge = page
    .getByRole('heading', { level: 1 })
    .getByRole('button', { name: english('payment-rows.status.FAILED') })
  await expect(badge).toBeVisible()
  for (
    let press = 0;
    press < 40 && !(await badge.evaluate((it) => it === document.activeElement));
    press += 1
  )
    await page.keyboard.press('Tab')
  await expect(explanation).toBeVisible()
  await expect(badge).toHaveAccessibleDescription(english('payment-rows.meaning.FAILED'))
})

test('the chart of Home can be read with the keyboard and as a table', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  const chart = page.getByRole('application', { name: english('home.chartTable') })
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('#content').getByText(/^\d+ payments?$/)).toBeVisible()
  await expect(page.getByRole('table', { name: english('home.chartTable') }).getByRole('row')).toHaveCount(31)
})

test('a list counts its visible rows, and pages forward and back', async ({ page }) => {
  await signInAsOwner(page)
  // A past month gets no new payments.
  await openPage(page, accountPath('/payments?period=lastmonth'))
  const pages = page.getByRole('navigation', { name: english('common.pages') })
  const rows = page.locator('#content a[data-row]')
  const hrefs = () => rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await expect(pages).toContainText(/1–20 of/)
  const newer = pages.getByRole('link', { name: english('common.newer') })
  await expect(newer).toHaveCount(0)
  await pages.getByRole('link', { name: english('common.older') }).click()
  await expect(pages).toContainText(/21–40 of/)
  const second = await hrefs()
  await pages.getByRole('link', { name: english('common.older') }).click()
  await expect(pages).toContainText(/41–60 of/)
  await newer.click()
  await expect(pages).toContainText(/21–40 of/)
  expect(await hrefs()).toEqual(second)
  // The first page has no cursor, because it is updated live.
  await newer.click()
  await page.waitForURL(accountPath('/payments?period=lastmonth'))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('a tap on a status or a time of a payment explains it, and in a row opens the payment', async ({
    page,
  }) => {
    const { data } = await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()
    await signInAsOwner(page)
    await openPage(page, accountPath(`/payments/${data[0].id}`))
    const explanation = page.getByRole('tooltip')
    await page
      .locator('#content')
      .getByRole('button', { name: english('payment-rows.status.APPROVED') })
      .first()
      .tap()
    await expect(explanation).toHaveText(english('payment-rows.meaning.APPROVED'))
    await page.locator('#content button:has(time)').first().tap()
    await expect(explanation).toContainText('UTC')
    await page.evaluate(() => scrollBy(0, 60))
    await expect(explanation).toHaveCount(0)
    await openPage(page, accountPath('/payments'))
    const row = page.locator('[data-payment]').first()
    const id = await row.getAttribute('data-payment')
    await row.locator('time + a').tap()
    await page.waitForURL(accountPath(`/payments/${id}`))
  })
})
