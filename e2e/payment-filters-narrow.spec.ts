import { expect, type Locator, type Page, test } from '@playwright/test'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { filters } from '@/lib/messages/filters'
import { payments } from '@/lib/messages/payments'
import { savedViews } from '@/lib/messages/saved-views'
import { expectAccessible } from './axe'
import { openDateFilter } from './calendar'
import { signInAsOwner } from './demo'
import { expectRoom, firstRowBox, restingBox } from './layout'
import { arrive } from './screens'

const pill = (page: Page, name: string) =>
  page.getByRole('search', { name: payments.filters }).getByRole('button', { name })

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

test('on a tablet the filter of days lies beside the rail, with one month', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const days = await openDateFilter(page)
  await expect(days.getByRole('grid')).toHaveCount(1)
  const rail = await page.locator('main').boundingBox()
  expect((await restingBox(days))?.x).toBeGreaterThanOrEqual(rail?.x ?? Number.POSITIVE_INFINITY)
})

test('on a tablet no filter moves the list', async ({ page }) => {
  await signInAsOwner(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  await arrive(page, '/payments')
  const row = page.locator('[data-payment]').first()
  const top = (await firstRowBox(page)).y
  await arrive(page, '/payments?period=7d')
  expect((await firstRowBox(page)).y, 'a small desk').toBe(top)
  await page.setViewportSize({ width: 768, height: 1024 })
  const tops: (number | undefined)[] = []
  for (const filters of ['', 'period=7d', 'min=10', 'period=30d&min=1&card=visa']) {
    await arrive(page, `/payments?${filters}`)
    await expect(row).toBeVisible()
    tops.push((await firstRowBox(page)).y)
    await expectRoom(page, `a tablet with ${filters}`)
  }
  expect(new Set(tops).size, String(tops)).toBe(1)
  await expect(page.getByRole('link', { name: payments.clearCounted(3) })).toBeInViewport({ ratio: 1 })
  await openDateFilter(page)
})

test('where there is no thumb no filter lies beyond an edge', async ({ page }) => {
  await signInAsOwner(page)
  for (const width of [768, 900, 1024, 1180, 1279, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await arrive(page, '/payments?period=30d&min=1&card=visa&status=APPROVED')
    const strip = page.locator('[data-filter-row]')
    for (const filter of await strip.locator('> *').filter({ visible: true }).all())
      await expect(filter, `at ${width}`).toBeInViewport({ ratio: 1 })
    const hidden = await strip.evaluate((row) => row.scrollWidth - row.clientWidth)
    expect(hidden, `at ${width}`).toBeLessThanOrEqual(0)
  }
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
      expect((await firstRowBox(page)).y, filters).toBeLessThan(400)
      await expect(page.getByRole('button', { name: savedViews.label })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('link', { name: /^Export / })).toBeInViewport({ ratio: 1 })
    }
    await arrive(page, '/payments')
    const top = (await firstRowBox(page)).y
    for (const q of ['4242', '@example', 'box']) {
      await arrive(page, `/payments?q=${encodeURIComponent(q)}`)
      await expect(row).toBeVisible()
      expect((await firstRowBox(page)).y, `a search for ${q}`).toBe(top)
    }
    await arrive(page, '/payments?card=mastercard')
    await expect(page.getByRole('link', { name: filters.remove(payments.cardFilter) })).toBeInViewport({
      ratio: 1,
    })
    await arrive(page, '/payments?status=APPROVED&period=30d&card=visa&min=1')
    const strip = page.locator('[data-filter-row]')
    await expect(strip).toHaveAttribute('data-after', '')
    await expect(page.getByRole('link', { name: payments.clearCounted(3) })).toBeInViewport({ ratio: 1 })
    await pill(page, payments.linkFilter).focus()
    await expect(pill(page, payments.linkFilter)).toBeInViewport({ ratio: 1 })
    await expect(strip).toHaveAttribute('data-before', '')
    await expectRoom(page, 'four filters on a phone')
  })

  test('the filter that was just set stands in sight, however many there are', async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments?period=30d&min=1')
    await pill(page, payments.cardFilter).tap()
    const sheet = page.getByRole('dialog', { name: payments.cardFilter })
    await sheet.getByRole('group', { name: payments.cardBrand }).getByText('Visa').tap()
    await sheet.getByRole('button', { name: payments.apply }).tap()
    await page.waitForURL(/card=visa/)
    await expect(sheet).toHaveCount(0)
    await expect(pill(page, payments.cardFilter)).toContainText('Visa')
    await expect(pill(page, payments.cardFilter)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: payments.clearCounted(3) })).toBeInViewport({ ratio: 1 })
  })

  test('a filter that a search switches off steps behind those that count, and makes the page no wider', async ({
    page,
  }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments?period=30d&min=10&max=200')
    await page.getByRole('searchbox', { name: payments.searchLabel }).fill('4242')
    await page.waitForURL(/q=4242/)
    await expect(pill(page, payments.period)).toContainText(payments.periodIdleWhy)
    await expect(pill(page, payments.amountFilter)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => innerWidth)).toBe(375)
    await expectRoom(page, 'a filter that counts for nothing')
  })

  test('the cross of a long filter stands clear of where the row fades', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signInAsOwner(page)
    await arrive(page, '/payments?min=50&max=1200')
    const strip = page.locator('[data-filter-row]')
    await expect(strip).toHaveAttribute('data-after', '')
    const cross = page.getByRole('link', { name: filters.remove(payments.amountFilter) }).locator('svg')
    const [row, drawn] = await Promise.all([strip.boundingBox(), cross.boundingBox()])
    const fadesFrom = (row?.x ?? 0) + (row?.width ?? 0) - 32
    expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeLessThanOrEqual(fadesFrom)
  })

  /** Scrolled to where it is whole on a screen of 375 px. */
  async function expectWhole(tab: Locator, name: string) {
    await expect
      .poll(async () => {
        const box = await tab.boundingBox()
        return box !== null && box.x >= 0 && box.x + box.width <= 375
      }, name)
      .toBe(true)
  }

  test('the chosen tab stands whole on the screen, whichever it is', async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments')
    const tabs = page.getByRole('navigation', { name: payments.statusTabs })
    await expect(tabs.getByRole('link')).not.toHaveCount(0)
    for (const tab of await tabs.getByRole('link').all()) {
      await tab.tap()
      await expect(tab).toHaveAttribute('aria-current', 'page')
      const name = (await tab.textContent()) ?? ''
      await expectWhole(tab, name)
      await page.reload()
      await expect(tab).toHaveAttribute('aria-current', 'page')
      // Its count may come after the page, and widens it.
      await expect(tab).toHaveText(/\d/)
      await expectWhole(tab, `${name} as it is loaded`)
    }
  })

  test('a view is named in a sheet, on lines that stay whole', async ({ page }) => {
    // So that it stands still when it is measured.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAsOwner(page)
    await arrive(page, '/payments?card=visa')
    const before = await firstRowBox(page)
    await page.getByRole('button', { name: savedViews.label }).tap()
    const sheet = page.getByRole('dialog', { name: savedViews.label })
    const [cancel, save] = [savedViews.keep, savedViews.confirm].map((name) =>
      sheet.getByRole('button', { name, exact: true }),
    )
    await expect(sheet.getByLabel(savedViews.name)).toBeVisible()
    expect((await cancel?.boundingBox())?.y).toBe((await save?.boundingBox())?.y)
    expect(await firstRowBox(page)).toEqual(before)
  })

  test('a preset fills in its days, which the one button uses', async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments')
    const sheet = await openDateFilter(page)
    const week = sheet.getByRole('radio', { name: payments.periods['7d'] })
    const from = sheet.getByRole('textbox', { name: payments.from, exact: true })
    await sheet.getByText(payments.periods['7d'], { exact: true }).tap()
    await expect(week).toBeChecked()
    await expect(sheet.getByText(calendar.range.counted('7'), { exact: true })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await from.fill('2020-01-01')
    await expect(week).not.toBeChecked()
    await sheet.getByText(payments.periods['7d'], { exact: true }).tap()
    await expect(from).not.toHaveValue(/2020/)
    await expectAccessible(page, 'the filter of days with a preset filled in')
    await sheet.getByRole('button', { name: payments.apply }).tap()
    await page.waitForURL((url) => url.search === '?period=7d')
    await expect(sheet).toHaveCount(0)
    await expect(pill(page, payments.period)).toContainText(payments.periods['7d'])
    await openDateFilter(page)
    await expect(week).toBeChecked()
  })

  test('a brand is chosen like a day, and used by the one button that says so', async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments')
    await pill(page, payments.cardFilter).tap()
    const sheet = page.getByRole('dialog', { name: payments.cardFilter })
    await sheet.getByRole('button', { name: payments.apply }).tap()
    await expect(sheet.getByText(payments.cardNone)).toBeVisible()
    const brands = sheet.getByRole('group', { name: payments.cardBrand })
    await expect(brands.getByRole('radio', { name: payments.cardAny })).toBeChecked()
    await brands.getByText('Mastercard').tap()
    await expect(brands.getByRole('radio', { name: 'Mastercard' })).toBeChecked()
    await expect(sheet.getByText(payments.cardNone)).toHaveCount(0)
    expect(new URL(page.url()).search).toBe('')
    const field = await restingBox(sheet.getByLabel(payments.cardLast4))
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
