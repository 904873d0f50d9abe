import { expect, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payments } from '@/lib/messages/payments'
import { aLink } from './a-link'
import { expectAccessible } from './axe'
import { callApi, signInAsOwner } from './demo'
import { wordsUnder } from './layout'
import { CARDS, paidBy, payWith } from './payer'
import { arrive } from './screens'

test('a payment that comes in while somebody is at the rows waits behind a pill, and no row moves', async ({
  page,
  browser,
}) => {
  const link = await aLink({ title: `Pill ${Date.now()}`, amount: 12, max_uses: null })
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const first = page.locator('[data-payment]').first()
  await first.getByRole('link').focus()
  const before = { id: await first.getAttribute('data-payment'), box: await first.boundingBox() }

  await paidBy(browser, link.url, CARDS.approved, pay.ends.paidTitle)
  const button = page.getByRole('button', { name: /new payment/ })
  await expect(button).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /new payment/ })).toBeAttached()
  expect(await first.getAttribute('data-payment')).toBe(before.id)
  expect(await first.boundingBox()).toEqual(before.box)
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await wordsUnder(button), `under the pill at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(first.getByRole('link')).toBeFocused()
  await expectAccessible(page, 'a list with a pill')

  await button.press('Enter')
  const arrived = page.locator('[data-payment]').filter({ hasText: link.title }).first()
  await expect(arrived).toBeVisible()
  await expect(page.locator('[data-payment]').first().getByRole('link')).toBeFocused()
  await expect(button).toHaveCount(0)
})

test('a payment that waits at the bank is seen without any event of it', async ({ page, browser }) => {
  const link = await aLink({ title: `At the bank ${Date.now()}`, amount: 14, max_uses: null })
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const payer = await browser.newContext()
  const checkout = await payer.newPage()
  await checkout.goto(link.url)
  await payWith(checkout, CARDS.confirm)
  // The worker looks every quarter of a minute while the page is open; a reconciliation comes every ten.
  await expect(
    page
      .locator('[data-payment]')
      .filter({ hasText: link.title })
      .filter({ hasText: payments.status.PENDING }),
  ).toBeVisible({ timeout: 40_000 })
  await payer.close()
})

test('a badge says what it means for the money, in a row by pointer and on the payment by keyboard', async ({
  page,
}) => {
  await signInAsOwner(page)
  const told = page.getByRole('tooltip', { name: payments.meaning.FAILED })
  await arrive(page, '/payments?status=FAILED')
  const row = page.locator('[data-payment]').first()
  const badge = row.getByText(payments.status.FAILED, { exact: true })
  const box = await badge.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8)
  await expect(told).toBeVisible()
  await expectAccessible(page, 'a row whose badge is explained')
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 8)
  await page.waitForURL(/\/payments\/pay_/)
  const own = page.getByRole('heading', { level: 1 }).getByRole('button', { name: payments.status.FAILED })
  await expect(own).toBeVisible()
  for (let press = 0; press < 40 && !(await own.evaluate((it) => it === document.activeElement)); press += 1)
    await page.keyboard.press('Tab')
  await expect(told).toBeVisible()
  await expect(own).toHaveAccessibleDescription(payments.meaning.FAILED)

  await arrive(page, '/links?status=ACTIVE')
  const link = page.getByRole('row').nth(1).getByText(links.status.ACTIVE, { exact: true })
  const place = await link.boundingBox()
  await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 8)
  await expect(page.getByRole('tooltip', { name: links.meaning.ACTIVE })).toBeVisible()
})

test('amount and status stand in one place, whichever tab is shown and on Home', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  const places = new Set<string>()
  for (const path of [
    '/payments?status=APPROVED',
    '/payments?status=TIMEOUT',
    '/payments?status=VOIDED',
    '/',
  ]) {
    await arrive(page, path)
    const table = page.getByRole('table', { name: path === '/' ? home.latestPayments : payments.listLabel })
    for (const name of [payments.columns.amount, payments.columns.status]) {
      const box = await table.getByRole('columnheader', { name, exact: true }).boundingBox()
      places.add(`${name}: ${box?.x} ${box?.width}`)
    }
  }
  expect([...places]).toHaveLength(2)
})

test('the way back from a payment leads to the list as it was narrowed', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/payments?status=APPROVED&period=30d')
  await page.locator('[data-payment]').first().getByRole('link').click()
  await page.waitForURL(/\/payments\/pay_/)
  const back = page.locator('#content').getByRole('link', { name: payments.title, exact: true })
  await expect(back).toHaveAttribute('href', '/payments?status=APPROVED&period=30d')
  await back.click()
  await page.waitForURL(/\/payments\?status=APPROVED&period=30d/)
})

test('the chart of the days is read by pointer, by keys and as a table', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/')
  const chart = page.getByRole('slider', { name: home.chartDay })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuenow', '29')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '28')
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '0')
  await expect(chart).toHaveAttribute('aria-valuetext', /\d/)
  await expect(page.getByRole('table', { name: home.chartTable }).getByRole('row')).toHaveCount(31)
  await expectAccessible(page, 'home')
})

test('a list says which rows it shows, and leads one page back as well as on', async ({ page }) => {
  await signInAsOwner(page)
  // Days that are over: nothing comes in while this looks.
  await page.goto('/payments?period=lastmonth')
  const pages = page.getByRole('navigation', { name: common.pages })
  const rows = page.locator('#content a[data-row]')
  const hrefs = () => rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await expect(pages).toContainText(/1–20 of/)
  const newer = pages.getByRole('link', { name: common.newer })
  await expect(newer).toHaveCount(0)
  await pages.getByRole('link', { name: common.older }).click()
  await expect(pages).toContainText(/21–40 of/)
  const second = await hrefs()
  await pages.getByRole('link', { name: common.older }).click()
  await expect(pages).toContainText(/41–60 of/)
  await newer.click()
  await expect(pages).toContainText(/21–40 of/)
  expect(await hrefs()).toEqual(second)
  // The page before the second is the newest, which goes on living: it has no cursor.
  await expect(pages.getByRole('link', { name: common.newest })).toHaveCount(0)
  await newer.click()
  await page.waitForURL('/payments?period=lastmonth')
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('a dotted time and a badge are told by a tap, until the next one or a scroll', async ({ page }) => {
    const { data } = await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()
    await signInAsOwner(page)
    await arrive(page, `/payments/${data[0].id}`)
    const told = page.getByRole('tooltip')
    const badge = page.locator('#content').getByRole('button', { name: payments.status.APPROVED }).first()
    const time = page.locator('#content button:has(time)').first()
    await badge.tap()
    await expect(told).toHaveText(payments.meaning.APPROVED)
    await time.tap()
    await expect(told).toContainText('UTC')
    // Beside its badge.
    await page.getByRole('heading', { level: 1 }).tap({ position: { x: 8, y: 8 } })
    await expect(told).toHaveCount(0)
    await time.tap()
    await expect(told).toBeVisible()
    await time.tap()
    await expect(told).toHaveCount(0)
    await time.tap()
    await expect(told).toBeVisible()
    await page.evaluate(() => scrollBy(0, 60))
    await expect(told).toHaveCount(0)
  })

  test('in a row a tap on the badge or the time opens the payment', async ({ page }) => {
    await signInAsOwner(page)
    for (const part of ['time + a', `a[aria-hidden]:not(time + a)`]) {
      await arrive(page, '/payments')
      const row = page.locator('[data-payment]').first()
      const id = await row.getAttribute('data-payment')
      await row.locator(part).first().tap()
      await page.waitForURL(`/payments/${id}`)
    }
  })

  test('a payment of a link has no hole where other rows name the link', async ({ page }) => {
    const { data } = await (await callApi('GET', '/payments?limit=100&status=APPROVED')).json()
    const paid = data.find((payment: { payment_link: unknown }) => payment.payment_link)
    await signInAsOwner(page)
    await arrive(page, `/links/${paid.payment_link.id}`)
    const row = page.locator('[data-payment]').first()
    await row.scrollIntoViewIfNeeded()
    const [amount, time] = await Promise.all([
      row.locator('a[data-row]').boundingBox(),
      row.locator('time + *').boundingBox(),
    ])
    expect((time?.y ?? 0) - (amount?.y ?? 0) - (amount?.height ?? 0)).toBeLessThan(8)
  })
})
