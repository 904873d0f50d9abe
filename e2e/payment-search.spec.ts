import { expect, type Page, test } from '@playwright/test'
import { paymentStatuses } from '@/lib/contract/states'
import { common } from '@/lib/messages/common'
import { filters } from '@/lib/messages/filters'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { savedViews } from '@/lib/messages/saved-views'
import { search } from '@/lib/messages/search'
import { expectAccessible } from './axe'
import { callApi, signInAs, signInAsOwner } from './demo'
import { holdBack } from './hold-back'
import { ownAccount } from './other-owner'
import { arrive } from './screens'

const pill = (page: Page, name: string) =>
  page.getByRole('search', { name: payments.filters }).getByRole('button', { name })

test('a search for one thing goes over all dates and says so at the filter of days; a search for words does not', async ({
  page,
}) => {
  await signInAsOwner(page)
  const { data } = await (await callApi('GET', '/payments?limit=100&status=APPROVED')).json()
  const [payment] = data
  await arrive(page, `/payments?period=lastmonth&q=${payment.id}`)
  await expect(page.locator(`[data-payment="${payment.id}"]`)).toBeVisible()
  await expect(page.getByText(payments.total('1'), { exact: true })).toBeVisible()
  await expect(page.getByText(payments.searchedAs.id)).toBeVisible()
  await expect(pill(page, payments.period)).toContainText(payments.periodIdle(payments.periods.lastmonth))
  await expectAccessible(page, 'a filter that counts for nothing')

  await arrive(page, `/payments?period=custom&from=2019-01-01&to=2019-01-02&q=a`)
  await expect(page.locator('[data-payment]')).toHaveCount(0)
  await expect(pill(page, payments.period)).not.toContainText(payments.periodIdle(''))
  await expect(page.getByText(payments.noMatchFor('a'))).toBeVisible()
  await expect(page.getByText(payments.searchedInDays)).toBeVisible()
  await expect(page.getByText(payments.noMatchHint)).toBeVisible()
  await expect(page.getByRole('link', { name: payments.clearFilters })).toHaveCount(1)

  await arrive(page, '/payments?q=nobody%20is%20called%20so')
  await expect(page.getByText(payments.noMatchSearchHint)).toBeVisible()
  await page.locator('#content').getByRole('link', { name: filters.clearSearch }).click()
  await page.waitForURL((url) => url.search === '')
})

test('a tab without any payment says so; there is nothing to clear and no view worth a name', async ({
  page,
}) => {
  await signInAs(page, await ownAccount('Still'))
  for (const status of paymentStatuses) {
    await arrive(page, `/payments?status=${status}`)
    await expect(page.getByText(payments.noneInStatus[status], { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Clear/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: savedViews.save })).toHaveCount(0)
  }
  await arrive(page, '/payments?status=PENDING&card=0000')
  await expect(page.getByRole('link', { name: common.clearFilters })).toHaveCount(1)
})

test('a search is cleared inside its field; the row’s own Clear is for the other filters', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/payments?q=a')
  const field = page.getByRole('searchbox', { name: payments.searchLabel })
  await expect(page.getByRole('link', { name: payments.clearFilters, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: search.clear }).click()
  await page.waitForURL((url) => url.search === '')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: search.clear })).toHaveCount(0)
})

/** Where the table begins, in pixels from the top. */
async function tableTop(page: Page): Promise<number> {
  return Math.round((await page.getByRole('table').boundingBox())?.y ?? -1)
}

for (const width of [768, 1440]) {
  test(`a tab or a filter moves no list at ${width} px: a view is kept beside the totals`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInAsOwner(page)
    for (const [list, tab] of [
      ['payments', payments.status.APPROVED],
      ['links', links.status.ACTIVE],
    ] as const) {
      await arrive(page, `/${list}`)
      const before = await tableTop(page)
      await page
        .getByRole('navigation', { name: /by status/ })
        .getByRole('link', { name: tab })
        .click()
      await expect(page.getByRole('button', { name: savedViews.save })).toBeVisible()
      expect(await tableTop(page)).toBe(before)
      await page.getByRole('button', { name: savedViews.save }).click()
      await expect(page.getByLabel(savedViews.name)).toBeFocused()
      expect(await tableTop(page)).toBe(before)
      await expectAccessible(page, `a view is named on ${list} at ${width} px`)
    }
    if (width < 1440) return
    await arrive(page, '/payments')
    const before = await tableTop(page)
    await arrive(page, '/payments?period=30d&min=1&card=visa')
    expect(await tableTop(page)).toBe(before)
  })
}

test('an authorization code is searched as one, digits or not, at any date', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/payments?q=QWERTY&period=today')
  await expect(page.getByText(payments.searchedAs.authorization_code)).toBeVisible()
  await expect(page.getByText(payments.noMatchFor('QWERTY'))).toBeVisible()
  await expect(page.getByText(payments.total('0'))).toHaveCount(0)
  await arrive(page, '/links?q=nothing%20is%20called%20so')
  await expect(page.getByText(links.searchedAs.text)).toBeVisible()
})

test('a tab that can collect nothing boasts no sum', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/payments?status=FAILED')
  await expect(page.locator('[data-payment]').first()).toBeVisible()
  await expect(page.locator('#content').getByText(payments.collected)).toHaveCount(0)
  await arrive(page, '/payments?status=APPROVED')
  await expect(page.locator('#content').getByText(payments.collected)).toHaveCount(1)
})

test('a search that finds nothing in any status is not told to try another date', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/payments?status=TIMEOUT&q=nobody%20is%20called%20so')
  await expect(page.getByText(payments.noMatchSearchHint)).toBeVisible()
  await page.locator('#content').getByRole('link', { name: filters.clearSearch }).click()
  await page.waitForURL((url) => url.search === '?status=TIMEOUT')
})

test('a search moves no list, at any width, and shows that its answer is on the way', async ({ page }) => {
  await signInAsOwner(page)
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await arrive(page, '/payments')
    const before = await tableTop(page)
    for (const q of ['4242', 'box', '24.90']) {
      await arrive(page, `/payments?q=${q}`)
      expect(await tableTop(page), `${q} at ${width}`).toBe(before)
    }
  }
  await arrive(page, '/payments')
  const answer = await holdBack(page, /\/payments\?.*q=croissant/)
  const waiting = page.getByRole('progressbar', { name: common.loading })
  await page.getByRole('searchbox', { name: payments.searchLabel }).fill('croissant')
  await expect(waiting).toBeVisible()
  answer()
  await page.waitForURL(/q=croissant/)
  await expect(waiting).toHaveCount(0)
})
