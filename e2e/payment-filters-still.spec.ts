import { expect, type Locator, type Page, test } from '@playwright/test'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { payments } from '@/lib/messages/payments'
import { savedViews } from '@/lib/messages/saved-views'
import { expectAccessible } from './axe'
import { openDateFilter } from './calendar'
import { signInAsOwner } from './demo'
import { restingBox } from './layout'
import { arrive } from './screens'

const pill = (page: Page, name: string) =>
  page.getByRole('search', { name: payments.filters }).getByRole('button', { name })

async function openFilter(page: Page, name: string): Promise<Locator> {
  await pill(page, name).click()
  return page.getByRole('dialog', { name })
}

/** Where the panel and its verbs are. */
async function places(panel: Locator): Promise<unknown[]> {
  const verbs = [payments.clearFilters, payments.apply].map((name) =>
    panel.getByRole('button', { name, exact: true }),
  )
  return Promise.all([panel, ...verbs].map((one) => one.boundingBox()))
}

/** The same of a panel that was just opened, once all of it is there and at its place. */
async function restingPlaces(panel: Locator): Promise<unknown[]> {
  await restingBox(panel.getByRole('button', { name: payments.apply }))
  return places(panel)
}

test.beforeEach(async ({ page }) => {
  // So that it stands still when it is measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsOwner(page)
})

for (const width of [1440, 1024, 768]) {
  test(`no mistake moves the verbs of a filter from under the pointer, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await arrive(page, '/payments')
    const days = await openDateFilter(page)
    const [from, to] = [payments.from, payments.to].map((name) =>
      days.getByRole('textbox', { name, exact: true }),
    )
    const before = await restingPlaces(days)
    for (const [first, last, said] of [
      ['15 nov 2025', '3 nov 2025', payments.fromAfterToShort],
      ['15 nov 2025', 'the first', /^Write /],
      ['30 september 2025', '31 september 2025', calendar.range.lacking('September 2025', '30')],
      ['15 nov 2025', '2099-09-30', /^Not after /],
      ['', '', payments.noDay],
    ] as const) {
      await from?.fill(first)
      await to?.fill(last)
      await days.getByRole('button', { name: payments.apply }).click()
      await expect(days.getByText(said)).toBeVisible()
      expect(await places(days), String(said)).toEqual(before)
    }
    await page.keyboard.press('Escape')

    const amounts = await openFilter(page, payments.amountFilter)
    const beforeAmounts = await restingPlaces(amounts)
    for (const [least, most, said] of [
      ['50', '40', payments.amountTwisted],
      ['x', 'y', payments.amountWrong],
      ['', '', payments.amountNone],
    ] as const) {
      await amounts.getByLabel(payments.amountFrom).fill(least)
      await amounts.getByLabel(payments.amountTo).fill(most)
      await amounts.getByRole('button', { name: payments.apply }).click()
      await expect(amounts.getByText(said)).toBeVisible()
      expect(await places(amounts), said).toEqual(beforeAmounts)
    }
    await page.keyboard.press('Escape')

    const cards = await openFilter(page, payments.cardFilter)
    const beforeCards = await restingPlaces(cards)
    for (const [typed, said] of [
      ['424', payments.cardLast4Wrong],
      ['', payments.cardNone],
    ] as const) {
      await cards.getByLabel(payments.cardLast4).fill(typed)
      await cards.getByRole('button', { name: payments.apply }).click()
      await expect(cards.getByText(said)).toBeVisible()
      expect(await places(cards), said).toEqual(beforeCards)
    }
  })
}

// A desk's page at 200 %, a phone on its side, and that with a desk's width.
for (const [width, height] of [
  [720, 450],
  [812, 375],
  [1280, 400],
] as const) {
  test(`on a low screen a filter has its height, and its verbs in sight, at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await arrive(page, '/payments?card=visa')
    for (const name of [payments.period, payments.amountFilter, payments.cardFilter, payments.linkFilter]) {
      const panel = await openFilter(page, name)
      await expect(panel.getByRole('button', { name: common.close })).toBeInViewport({ ratio: 1 })
      expect((await panel.boundingBox())?.height).toBeGreaterThan(0.9 * height)
      if (name !== payments.linkFilter) {
        for (const verb of [payments.clearFilters, payments.apply])
          await expect(panel.getByRole('button', { name: verb, exact: true })).toBeInViewport({ ratio: 1 })
        // At the end of the panel, not in its middle.
        const foot = await panel.locator('[data-panel-foot]').boundingBox()
        const around = await panel.boundingBox()
        const end = (box: typeof foot) => (box?.y ?? 0) + (box?.height ?? 0)
        expect(Math.abs(end(around) - end(foot)), name).toBeLessThanOrEqual(1)
      }
      expect(await panel.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBeLessThanOrEqual(0)
      await expectAccessible(page, `the filter ${name} at ${width} × ${height}`)
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(pill(page, name)).toBeFocused()
    }
    await page.getByRole('button', { name: savedViews.save }).click()
    const naming = page.getByRole('dialog', { name: savedViews.save })
    await expect(naming.getByRole('button', { name: savedViews.confirm, exact: true })).toBeInViewport({
      ratio: 1,
    })
  })
}

test('on a low screen the day in focus is never beneath the verbs', async ({ page }) => {
  await page.setViewportSize({ width: 812, height: 375 })
  await arrive(page, '/payments')
  const days = await openFilter(page, payments.period)
  await days.getByRole('grid').getByRole('gridcell').locator('button:not(:disabled)').first().focus()
  const foot = days.locator('[data-panel-foot]')
  for (let week = 0; week < 3; week += 1) {
    await page.keyboard.press('ArrowDown')
    const [day, verbs] = await Promise.all([page.locator(':focus').boundingBox(), foot.boundingBox()])
    expect((day?.y ?? 0) + (day?.height ?? 0)).toBeLessThanOrEqual(verbs?.y ?? 0)
  }
})
