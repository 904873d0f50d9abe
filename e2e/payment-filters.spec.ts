import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { audit } from '@/lib/messages/audit'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { pay } from '@/lib/messages/pay'
import { payments } from '@/lib/messages/payments'
import { savedViews } from '@/lib/messages/saved-views'
import { expectAccessible } from './axe'
import { focusedDay, openDateFilter } from './calendar'
import { callApi, signInAsOwner } from './demo'
import { expectRoom } from './layout'
import { CARDS, paidBy } from './payer'
import { arrive } from './screens'

async function makeLink(title: string, amount: number): Promise<{ id: string; url: string; title: string }> {
  return (await callApi('POST', '/payment_links', { title, amount, max_uses: null })).json()
}

const pill = (page: Page, name: string) =>
  page.getByRole('search', { name: payments.filters }).getByRole('button', { name })

test('a list is narrowed by days, amount, card and link, and says so in its address', async ({ page }) => {
  // Three looks at what a screen reader gets take their time.
  test.slow()
  await signInAsOwner(page)
  await arrive(page, '/payments')

  const days = await openDateFilter(page)
  const from = days.getByRole('textbox', { name: payments.from, exact: true })
  const to = days.getByRole('textbox', { name: payments.to, exact: true })
  await from.fill('2025-11-20')
  await to.fill('2025-11-01')
  await page.getByRole('button', { name: payments.apply }).click()
  await expect(page.getByText(payments.fromAfterTo)).toBeVisible()
  await expect(to).toBeFocused()
  await expectAccessible(page, 'the filter of days with its mistake')
  await to.fill('2099-01-01')
  await page.keyboard.press('Enter')
  await expect(days.getByText(/^Not after /)).toBeVisible()
  await to.fill('the first')
  await page.keyboard.press('Enter')
  // What a field shows before is written as what will stand there.
  await expect(from).toHaveAttribute('placeholder', calendar.range.shape)
  await expect(days.getByText(/^Write \d{1,2} \w{3} \d{4} or mm\/dd\/yyyy\.$/)).toBeVisible()
  await from.fill('2020-01-01')
  await to.fill('12/31/2025')
  await expect(days.getByText('Wed 31 Dec 2025')).toBeVisible()
  await expect(days.getByRole('grid', { name: 'December 2025' })).toBeVisible()
  await to.blur()
  await expect(to).toHaveValue('31 Dec 2025')
  await expect(days.getByText('Wed 31 Dec 2025')).toHaveCount(0)
  await to.fill('30 november 2025')
  await expect(days.getByText('Sun 30 Nov 2025')).toBeVisible()
  // Over in every zone, and with payments before it.
  const past = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await to.fill(past)
  await page.getByRole('button', { name: payments.apply }).click()
  await page.waitForURL(new RegExp(`period=custom&from=2020-01-01&to=${past}`))
  await expect(pill(page, payments.period)).toContainText('1 Jan 2020 – ')

  await pill(page, payments.amountFilter).click()
  await page.getByLabel(payments.amountFrom).fill('50')
  await page.getByLabel(payments.amountTo).fill('40,5')
  await page.getByRole('button', { name: payments.apply }).click()
  await expect(page.getByText(payments.amountTwisted)).toBeVisible()
  await expect(page.getByLabel(payments.amountTo)).toBeFocused()
  await expect(page.getByLabel(payments.amountTo)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(payments.amountFrom)).not.toHaveAttribute('aria-invalid')
  await expectAccessible(page, 'the filter of amounts with its mistake')
  await page.getByLabel(payments.amountFrom).fill('0')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.search.endsWith('max=40.5') && !url.search.includes('min='))
  await expect(pill(page, payments.amountFilter)).toContainText(payments.amountUnder('40.50'))
  await pill(page, payments.amountFilter).click()
  await page.getByLabel(payments.amountFrom).fill('50')
  await page.getByLabel(payments.amountTo).fill('60,50')
  await page.keyboard.press('Enter')
  await page.waitForURL(/min=50&max=60.5/)

  await pill(page, payments.cardFilter).click()
  await page.getByLabel(payments.cardLast4).fill('424')
  await page.keyboard.press('Enter')
  await expect(page.getByText(payments.cardLast4Wrong)).toBeVisible()
  await page.getByRole('link', { name: 'Visa' }).click()
  await page.waitForURL(/card=visa/)
  await expectAccessible(page, 'a list with four filters')

  await page.getByRole('link', { name: payments.removeFilter(payments.amountFilter) }).click()
  await page.waitForURL((url) => !url.search.includes('min='))
  await page.goBack()
  await page.waitForURL(/min=50&max=60.5/)
  await page.getByRole('link', { name: payments.clearFilters, exact: true }).click()
  await page.waitForURL((url) => url.search === '')
})

test('on a phone each filter comes from below, with its verbs where there is a field', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await signInAsOwner(page)
  await arrive(page, '/payments')
  for (const name of [payments.period, payments.amountFilter, payments.cardFilter, payments.linkFilter]) {
    await pill(page, name).click()
    const sheet = page.getByRole('dialog', { name })
    await expect(sheet.getByRole('button', { name: common.close })).toBeVisible()
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox()
        return box ? [box.x, box.width, Math.round(box.y + box.height)] : null
      })
      .toEqual([0, 375, 700])
    if (name === payments.linkFilter) await expect(sheet.getByText(payments.linkMore)).toBeVisible()
    else {
      await expect(sheet.getByRole('button', { name: payments.apply })).toBeVisible()
      await expect(sheet.getByRole('button', { name: payments.clearFilters, exact: true })).toBeVisible()
    }
    await expectAccessible(page, `the filter ${name} on a phone`)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(pill(page, name)).toBeFocused()
  }
})

test('a range of days is chosen with the keyboard alone', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/payments')
  await pill(page, payments.period).focus()
  await page.keyboard.press('Enter')
  const days = page.getByRole('dialog', { name: payments.period })
  await expect(days.getByRole('textbox', { name: payments.from, exact: true })).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await focusedDay(page)).not.toBeNull()
  }).toPass()
  const today = await focusedDay(page)
  await page.keyboard.press('ArrowRight')
  expect(await focusedDay(page), 'a day to come').toBe(today)

  await page.keyboard.press('PageUp')
  await expect.poll(() => focusedDay(page)).not.toBe(today)
  await page.keyboard.press('Home')
  const first = (await focusedDay(page)) ?? ''
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const last = (await focusedDay(page)) ?? ''
  expect(Date.parse(last) - Date.parse(first)).toBe(8 * 86_400_000)
  await page.keyboard.press('Space')
  await expect(days.getByText('9 days', { exact: true })).toBeVisible()
  const apply = days.getByRole('button', { name: payments.apply })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(apply).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`period=custom&from=${first}&to=${last}`))
  await expect(days).toHaveCount(0)
  await expect(pill(page, payments.period)).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(pill(page, payments.period)).toBeFocused()
})

test('an address may end in days to come; the filter shows what it says', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/payments?period=custom&from=2020-01-01&to=2099-01-01')
  await expect(pill(page, payments.period)).toContainText('1 Jan 2020 – 1 Jan 2099')
  const days = await openDateFilter(page)
  await expect(days.getByRole('textbox', { name: payments.to, exact: true })).toHaveValue('1 Jan 2099')
  await days.getByRole('button', { name: calendar.range.clear }).click()
  await page.waitForURL((url) => url.search === '')
})

test('the export is exactly the filtered rows, and the activity tells who took it', async ({
  page,
  browser,
}) => {
  const link = await makeLink(`=Export ${Date.now()}`, 31)
  await paidBy(browser, link.url, CARDS.approved, pay.ends.paidTitle)
  await signInAsOwner(page)
  await arrive(page, '/payments')
  await pill(page, payments.linkFilter).click()
  await page.getByLabel(payments.linkSearch).fill(link.title)
  await page.getByRole('link', { name: link.title }).click()
  await page.waitForURL(/link=pl_/)
  await expect(page.locator('[data-payment]')).toHaveCount(1)

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: payments.exportRows('1') }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ Amount: '31.00', For: `'${link.title}`, 'Link id': link.id })

  await arrive(page, '/audit')
  const row = page
    .getByRole('row')
    .filter({ hasText: audit.actions['payments.export'] ?? '' })
    .first()
  await expect(row).toContainText(audit.rows('1'))
  await expect(row).toContainText(audit.filters.oneLink)
  await expect(row).not.toContainText(audit.outcome.failed)
  await expectAccessible(page, 'the activity')
})

test('on a tablet the filter of days lies beside the rail, with one month', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const days = await openDateFilter(page)
  await expect(days.getByRole('grid')).toHaveCount(1)
  const rail = await page.locator('main').boundingBox()
  expect((await days.boundingBox())?.x).toBeGreaterThanOrEqual(rail?.x ?? Number.POSITIVE_INFINITY)
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('with a filter the first payment stands in the upper half, whichever filters there are', async ({
    page,
  }) => {
    await signInAsOwner(page)
    const row = page.locator('[data-payment]').first()
    for (const filters of ['card=visa', 'period=30d', 'status=APPROVED&period=30d&card=visa&min=1']) {
      await arrive(page, `/payments?${filters}`)
      await expect(row).toBeVisible()
      expect((await row.boundingBox())?.y, filters).toBeLessThan(400)
      await expect(page.getByRole('button', { name: savedViews.save })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('link', { name: /^Export / })).toBeInViewport({ ratio: 1 })
    }
    await arrive(page, '/payments?card=mastercard')
    await expect(page.getByRole('link', { name: payments.removeFilter(payments.cardFilter) })).toBeInViewport(
      { ratio: 1 },
    )
    await arrive(page, '/payments?status=APPROVED&period=30d&card=visa&min=1')
    const strip = page.locator('[data-filter-row]')
    await expect(strip).toHaveAttribute('data-after', '')
    const clear = page.getByRole('link', { name: payments.clearFilters, exact: true })
    await clear.focus()
    await expect(clear).toBeInViewport({ ratio: 1 })
    await expect(strip).not.toHaveAttribute('data-after')
    await expect(strip).toHaveAttribute('data-before', '')
    await expectRoom(page, 'four filters on a phone')
  })

  test('the chosen tab stands whole on the screen, whichever it is', async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments')
    const tabs = page.getByRole('navigation', { name: payments.statusTabs })
    await expect(tabs.getByRole('link')).not.toHaveCount(0)
    for (const tab of await tabs.getByRole('link').all()) {
      await tab.tap()
      await expect(tab).toHaveAttribute('aria-current', 'page')
      const name = await tab.textContent()
      await expect
        .poll(async () => {
          const box = await tab.boundingBox()
          return box !== null && box.x >= 0 && box.x + box.width <= 375
        }, `${name}`)
        .toBe(true)
      await page.reload()
      await expect(tab).toHaveAttribute('aria-current', 'page')
      // Its count may come after the page, and widens it.
      await expect(tab).toHaveText(/\d/)
      const box = await tab.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), `${name} as it is loaded`).toBeLessThanOrEqual(375)
    }
  })

  test('a view is named in a sheet, on lines that stay whole', async ({ page }) => {
    // So that it stands still when it is measured.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAsOwner(page)
    await arrive(page, '/payments?card=visa')
    const before = await page.locator('[data-payment]').first().boundingBox()
    await page.getByRole('button', { name: savedViews.save }).tap()
    const sheet = page.getByRole('dialog', { name: savedViews.save })
    const [cancel, save] = [savedViews.keep, savedViews.confirm].map((name) =>
      sheet.getByRole('button', { name, exact: true }),
    )
    await expect(sheet.getByLabel(savedViews.name)).toBeFocused()
    expect((await cancel?.boundingBox())?.y).toBe((await save?.boundingBox())?.y)
    expect(await page.locator('[data-payment]').first().boundingBox()).toEqual(before)
  })

  test('a brand is chosen like a day, and used by the one button that says so', async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments')
    await pill(page, payments.cardFilter).tap()
    const sheet = page.getByRole('dialog', { name: payments.cardFilter })
    await sheet.getByRole('button', { name: payments.apply }).tap()
    await expect(sheet.getByText(payments.cardNone)).toBeVisible()
    const brands = sheet.getByRole('group', { name: payments.cardBrand })
    await sheet.getByLabel(payments.cardLast4).fill('4242')
    await brands.getByText('Mastercard').tap()
    await expect(brands.getByRole('radio', { name: 'Mastercard' })).toBeChecked()
    await expect(sheet.getByLabel(payments.cardLast4)).toHaveValue('')
    await expect(sheet.getByText(payments.cardNone)).toHaveCount(0)
    expect(new URL(page.url()).search).toBe('')
    const field = await sheet.getByLabel(payments.cardLast4).boundingBox()
    for (const chip of await brands.locator('label').all()) {
      const box = await chip.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(field?.x ?? 0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((field?.x ?? 0) + (field?.width ?? 0))
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page, 'the filter of cards with a brand chosen')
    await sheet.getByRole('button', { name: payments.apply }).tap()
    await page.waitForURL(/card=mastercard/)
    await expect(sheet).toHaveCount(0)
    await expect(pill(page, payments.cardFilter)).toContainText('Mastercard')
  })
})
