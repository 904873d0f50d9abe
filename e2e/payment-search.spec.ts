import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { delayRequests } from './delay-requests'
import { accountPath, callApi, signInAs, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { createOwnAccount } from './test-owner'

const NONE = english('payments.noneAtAll')
const pill = (page: Page, name: string) =>
  page.getByRole('search', { name: english('filters.listFilters.filters') }).getByRole('button', { name })

test('a search for an id or a code covers all dates, and a text search only the chosen ones', async ({
  page,
}) => {
  await signInAsOwner(page)
  const { data } = await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()
  const [payment] = data
  await openPage(page, accountPath(`/payments?period=lastmonth&q=${payment.id}`))
  await expect(page.locator(`[data-payment="${payment.id}"]`)).toBeVisible()
  await expect(
    page.getByText(english('payments.total', { count: 1, written: '1' }), { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(english('payments.searchedAs.id'))).toBeVisible()
  await expect(pill(page, english('filters.listFilters.period'))).toContainText(
    english('filters.listFilters.periodIdle', { period: english('filters.listFilters.periods.lastmonth') }),
  )
  await expectAccessible(page, 'a filter that does not apply')

  await openPage(page, accountPath('/payments?q=QWERTY&period=today'))
  await expect(page.getByText(english('payments.searchedAs.authorization_code'))).toBeVisible()
  await expect(page.getByText(english('payments.noMatchFor', { text: 'QWERTY', none: NONE }))).toBeVisible()

  await openPage(page, accountPath('/payments?period=custom&from=2019-01-01&to=2019-01-02&q=a'))
  await expect(page.locator('[data-payment]')).toHaveCount(0)
  await expect(pill(page, english('filters.listFilters.period'))).not.toContainText(
    english('filters.listFilters.periodIdle', { period: '' }),
  )
  await expect(page.getByText(english('payments.noMatchFor', { text: 'a', none: NONE }))).toBeVisible()
  await expect(page.getByText(english('payments.searchedInDays'))).toBeVisible()
  await expect(page.getByText(english('payments.noMatchHint'))).toBeVisible()
})

test('a search without a match is cleared with one press that keeps the tab', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments?status=TIMEOUT&q=nobody%20is%20called%20so'))
  await expect(page.getByText(english('payments.noMatchSearchHint'))).toBeVisible()
  await page
    .locator('#content')
    .getByRole('link', { name: english('filters.clearSearch') })
    .click()
  await page.waitForURL(accountPath('/payments?status=TIMEOUT'))
})

test('an empty tab reports that it has no payments and offers neither Clear nor a view', async ({ page }) => {
  const owner = await createOwnAccount('Still')
  await signInAs(page, owner)
  await openPage(page, accountPath('/payments?status=VOIDED', owner.slug))
  await expect(page.getByText(english('payments.noneInStatus.VOIDED'), { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Clear/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: english('saved-views.save') })).toHaveCount(0)
  await openPage(page, accountPath('/payments?status=PENDING&card=0000', owner.slug))
  await expect(page.getByRole('link', { name: english('common.clearFilters') })).toHaveCount(1)
})

test('a search shows progress until its results are shown, and is cleared inside its field', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const release = await delayRequests(page, /\/payments\?.*q=croissant/)
  const progress = page.getByRole('progressbar', { name: english('common.loading') })
  const field = page.getByRole('searchbox', { name: english('payments.searchLabel') })
  await field.fill('croissant')
  await expect(progress).toBeVisible()
  release()
  await page.waitForURL(/q=croissant/)
  await expect(progress).toHaveCount(0)
  await page.getByRole('button', { name: english('search.clear') }).click()
  await page.waitForURL(accountPath('/payments'))
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
})

test('only a tab that can collect money shows a collected sum', async ({ page }) => {
  await signInAsOwner(page)
  for (const [status, sums] of [
    ['FAILED', 0],
    ['APPROVED', 1],
  ] as const) {
    await openPage(page, accountPath(`/payments?status=${status}`))
    await expect(page.locator('[data-payment]').first()).toBeVisible()
    await expect(page.locator('#content').getByText(english('payments.collected'))).toHaveCount(sums)
  }
  await openPage(page, accountPath('/links?q=nothing%20is%20called%20so'))
  await expect(page.getByText(english('links.searchedAs.text'))).toBeVisible()
})
