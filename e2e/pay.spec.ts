import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { callApi } from './demo'
import { CARDS, createCustomerLink, createLink, paymentStatuses, payWith } from './payer'

const VISIBLE_MS = 2_000

test('a visit of two seconds counts as an open once a day, and a fetch, a glance or a reload does not', async ({
  page,
}) => {
  const link = await createLink()
  const opens = async () => {
    const { open_count, last_opened_at } = await (await callApi('GET', `/payment_links/${link.id}`)).json()
    return { open_count, isReported: last_opened_at !== null }
  }
  // An installed clock keeps running until it is paused.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.request.get(link.url)
  await page.goto(link.url)
  await page.clock.runFor(VISIBLE_MS - 100)
  expect(await opens()).toEqual({ open_count: 0, isReported: false })

  const counted = page.waitForResponse((answer) => answer.url().endsWith('/open'))
  await page.clock.runFor(200)
  expect((await counted).status()).toBe(204)
  expect(await opens()).toEqual({ open_count: 1, isReported: true })

  await page.reload()
  const again = page.waitForResponse((answer) => answer.url().endsWith('/open'))
  await page.clock.runFor(VISIBLE_MS + 100)
  await again
  expect(await opens()).toEqual({ open_count: 1, isReported: true })

  const other = await page.request.post(`${link.url}/open`, { headers: { Origin: 'https://evil.example' } })
  expect(other.status()).toBe(403)
})

test('every step of a payment is accessible', async ({ page }) => {
  const check = () => expectAccessible(page, page.url())
  const { url } = await createCustomerLink()
  await page.goto(url)
  await check()
  await payWith(page, CARDS.nonTest)
  await expect(page.getByText(english('pay.testCardsLead'))).toBeVisible()
  await check()
  await payWith(page, CARDS.confirm)
  await expect(page.getByRole('heading', { name: english('test-bank.open.title') })).toBeVisible()
  await check()
  await page.goBack()
  await expect(page.getByRole('link', { name: english('pay.ends.confirmGo') })).toBeVisible()
  await check()
  await page.getByRole('link', { name: english('pay.ends.confirmGo') }).click()
  await page.getByRole('button', { name: english('test-bank.approve') }).click()
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  await check()
  await page.getByRole('link', { name: english('receipt.open') }).click()
  await expect(page.getByRole('heading', { name: english('receipt.title') })).toBeVisible()
  await check()
})

test('a reload while a payment runs shows that payment, and pays no second time', async ({ page }) => {
  const link = await createLink({ max_uses: null })
  await page.goto(link.url)
  await payWith(page, CARDS.slow)
  await expect.poll(() => paymentStatuses(link)).toEqual(['PENDING'])
  await page.reload()
  await expect(page.getByText(english('pay.ends.unresolvedTitle'))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible({ timeout: 20_000 })
  expect(await paymentStatuses(link)).toEqual(['APPROVED'])
})
