import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { callApi, cityOf } from './demo'
import { CARDS, createLink, payWith } from './payer'

test('a receipt has its own URL, prints without its buttons and shows no email', async ({
  page,
  browser,
}) => {
  const link = await createLink()
  await page.goto(link.url)
  await payWith(page, CARDS.approved)
  await page.getByRole('link', { name: english('receipt.open') }).click()
  await expect(page.getByRole('heading', { name: english('receipt.title') })).toBeVisible()
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  const [payment] = list.data
  expect(payment.receipt_url).toBe(page.url())

  const elsewhere = await browser.newContext({ colorScheme: 'dark' })
  const paper = await elsewhere.newPage()
  await paper.goto(payment.receipt_url)
  await expect(paper.getByRole('button', { name: english('receipt.print') })).toBeVisible()
  // The time names a city, not an IANA zone.
  const { timezone } = await (await callApi('GET', '/me')).json()
  await expect(paper.getByText(`(${cityOf(timezone)})`)).toBeVisible()
  const text = await paper.locator('article').innerText()
  for (const part of [
    '120.50 USD',
    'Box of pastries',
    'Rosa Payer',
    '••4242',
    payment.id,
    english('pay.testMode'),
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('rosa@example.com')
  await paper.emulateMedia({ media: 'print' })
  await expect(paper.getByRole('button', { name: english('receipt.print') })).toBeHidden()
  await expect(paper.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await paper.goto('/receipt/pay_nobody')
  await expect(paper.getByText(english('receipt.notFoundTitle'))).toBeVisible()
  await elsewhere.close()
})

test('a receipt is shared by the share sheet or by its URL, and links back to the payment', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await createLink()
  await page.goto(link.url)
  await payWith(page, CARDS.approved)
  const receipt = page.getByRole('link', { name: english('receipt.open') })
  await expect(receipt).toBeVisible()
  const paid = page.url()
  // A desktop has no share sheet.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'share', { value: undefined, writable: true }),
  )
  await receipt.click()
  const share = page.getByRole('button', { name: english('receipt.share') })
  await share.click()
  await expect(page.getByRole('status').filter({ hasText: english('receipt.shareCopied') })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

  await expect(share).toBeVisible()
  await page.evaluate(() => {
    navigator.share = async (data) => {
      document.title = data?.url ?? ''
      throw new DOMException('closed', 'AbortError')
    }
  })
  await share.click()
  await expect(page).toHaveTitle(page.url())
  await expect(page.getByRole('status').filter({ hasText: english('receipt.shareCopied') })).toHaveCount(0)
  await page.getByRole('link', { name: english('receipt.back') }).click()
  await page.waitForURL(paid)

  // A receipt that was opened directly has no page to go back to.
  await page.goto('about:blank')
  await page.goto(
    (await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()).data[0].receipt_url,
  )
  await expect(share).toBeVisible()
  await expect(page.getByRole('link', { name: english('receipt.back') })).toHaveCount(0)
})

test('an unresolved payment and a voided one show a reference that the shop finds', async ({ page }) => {
  const link = await createLink()
  await page.goto(link.url)
  await payWith(page, CARDS.lostAfterAuthorize)
  await expect(page.getByRole('heading', { name: english('pay.ends.unresolvedTitle') })).toBeVisible()
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  await expect(page.getByText(list.data[0].id)).toBeVisible()
  await expect(page.getByRole('heading', { name: english('pay.ends.annulledTitle') })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(list.data[0].id)).toBeVisible()
  await expect(page.getByText('Box of pastries')).toBeVisible()
})
