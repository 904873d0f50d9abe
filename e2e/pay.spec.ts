import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { pay } from '@/lib/messages/pay'
import { testBank } from '@/lib/messages/test-bank'
import { callApi } from './demo'
import { CARDS, customersLink, MERCHANT, newLink, payWith } from './payer'

const VISIBLE_MS = 2_000

test('the merchant stands foremost, can be asked, and on a desk stands beside the form', async ({ page }) => {
  await page.goto((await newLink()).url)
  const name = page.getByText(MERCHANT, { exact: true })
  const number = page.getByLabel(pay.number)
  const boxes = async () => {
    const [left, right] = [await name.boundingBox(), await number.boundingBox()]
    if (!left || !right) throw new Error('not on the page')
    return { left, right }
  }
  await expect(page.getByRole('link', { name: 'hello@' })).toBeVisible()
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { left, right } = await boxes()
    expect(right.x, `the form at ${width} px`).toBeGreaterThan(width / 2)
    expect(left.x + left.width).toBeLessThan(width / 2)
  }
  await page.setViewportSize({ width: 375, height: 812 })
  const { left, right } = await boxes()
  expect(right.y).toBeGreaterThan(left.y)
})

test('a look of two seconds counts once a day; a fetch, a glance and a reload count nothing', async ({
  page,
}) => {
  const link = await newLink()
  const opens = async () => {
    const { open_count, last_opened_at } = await (await callApi('GET', `/payment_links/${link.id}`)).json()
    return { open_count, told: last_opened_at !== null }
  }
  // Installed alone it would go on by itself, past the end of a glance where the machine is busy.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.request.get(link.url)
  await page.goto(link.url)
  await page.clock.runFor(VISIBLE_MS - 100)
  expect(await opens()).toEqual({ open_count: 0, told: false })

  const counted = page.waitForResponse((answer) => answer.url().endsWith('/open'))
  await page.clock.runFor(200)
  expect((await counted).status()).toBe(204)
  expect(await opens()).toEqual({ open_count: 1, told: true })

  await page.reload()
  const again = page.waitForResponse((answer) => answer.url().endsWith('/open'))
  await page.clock.runFor(VISIBLE_MS + 100)
  await again
  expect(await opens()).toEqual({ open_count: 1, told: true })

  const foreign = await page.request.post(`${link.url}/open`, { headers: { Origin: 'https://evil.example' } })
  expect(foreign.status()).toBe(403)
})

test("each of the payer's pages can be used by everybody", async ({ page }) => {
  const check = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const { url } = await customersLink()
  await page.goto(url)
  await check()
  await payWith(page, CARDS.foreign)
  await expect(page.getByText(pay.testCardsLead)).toBeVisible()
  await check()
  await payWith(page, CARDS.confirm)
  await expect(page.getByRole('heading', { name: testBank.title })).toBeVisible()
  await check()
  await page.goBack()
  await expect(page.getByRole('link', { name: pay.ends.confirmGo })).toBeVisible()
  await check()
  await page.getByRole('link', { name: pay.ends.confirmGo }).click()
  await page.getByRole('button', { name: testBank.approve }).click()
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  await check()
  await page.getByRole('link', { name: pay.receipt.open }).click()
  await expect(page.getByRole('heading', { name: pay.receipt.title })).toBeVisible()
  await check()
})
