import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { accountPath, callApi, signInAsOwner } from './demo'
import { focusedDay, openDateFilter } from './open-calendar'
import { openPage } from './open-page'
import { CARDS, payInNewBrowser } from './payer'

async function makeLink(title: string, amount: number): Promise<{ id: string; url: string; title: string }> {
  return (await callApi('POST', '/payment_links', { title, amount, max_uses: null })).json()
}

const pill = (page: Page, name: string) =>
  page.getByRole('search', { name: english('filters.listFilters.filters') }).getByRole('button', { name })

test('a list is filtered by days, amount and card, and its URL keeps the filters', async ({ page }) => {
  test.slow()
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))

  const days = await openDateFilter(page)
  const from = days.getByLabel(english('filters.listFilters.from'), { exact: true })
  const to = days.getByLabel(english('filters.listFilters.to'), { exact: true })
  await from.fill('2025-11-20')
  await to.fill('2025-11-01')
  await page.getByRole('button', { name: english('filters.listFilters.apply') }).click()
  await expect(page.getByText(english('filters.listFilters.fromAfterTo'))).toBeVisible()
  await expect(to).toBeFocused()
  await expectAccessible(page, 'the filter of days with its mistake')
  await to.fill('2099-01-01')
  await page.keyboard.press('Enter')
  await expect(days.getByText(/^Not after /)).toBeVisible()
  await from.fill('2020-01-01')
  await to.fill('2025-12-31')
  await expect(days.getByText('Wed 31 Dec 2025')).toBeVisible()
  await expect(days.getByRole('grid', { name: 'December 2025' })).toBeVisible()
  // Over in every zone, and with payments before it.
  const past = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await to.fill(past)
  await page.getByRole('button', { name: english('filters.listFilters.apply') }).click()
  await page.waitForURL(new RegExp(`period=custom&from=2020-01-01&to=${past}`))
  await expect(pill(page, english('filters.listFilters.period'))).toContainText('1 Jan 2020 – ')

  await pill(page, english('filters.listFilters.amountFilter')).click()
  await page.getByLabel(english('filters.listFilters.amounts.min')).fill('50')
  await page.getByLabel(english('filters.listFilters.amounts.max')).fill('40,5')
  await page.getByRole('button', { name: english('filters.listFilters.apply') }).click()
  await expect(page.getByText(english('filters.listFilters.amountProblems.twisted'))).toBeVisible()
  await expect(page.getByLabel(english('filters.listFilters.amounts.max'))).toBeFocused()
  await expect(page.getByLabel(english('filters.listFilters.amounts.max'))).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expect(page.getByLabel(english('filters.listFilters.amounts.min'))).not.toHaveAttribute(
    'aria-invalid',
  )
  await page.getByLabel(english('filters.listFilters.amounts.min')).fill('0')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.search.endsWith('max=40.5') && !url.search.includes('min='))
  await expect(pill(page, english('filters.listFilters.amountFilter'))).toContainText('≤ 40.50')
  await pill(page, english('filters.listFilters.amountFilter')).click()
  await page.getByLabel(english('filters.listFilters.amounts.min')).fill('50')
  await page.getByLabel(english('filters.listFilters.amounts.max')).fill('60,50')
  await page.keyboard.press('Enter')
  await page.waitForURL(/min=50&max=60.5/)

  await pill(page, english('payments.cardFilter')).click()
  await page.getByLabel(english('payments.cardLast4')).fill('424')
  await page.keyboard.press('Enter')
  await expect(page.getByText(english('payments.cardLast4Wrong'))).toBeVisible()
  await page.getByRole('radio', { name: 'Visa' }).check()
  await expect(page.getByLabel(english('payments.cardLast4')), 'the typed digits stay').toHaveValue('424')
  await page.getByLabel(english('payments.cardLast4')).fill('4242')
  await expect(page.getByText(english('payments.cardLast4Wrong'))).toHaveCount(0)
  await page.getByRole('button', { name: english('filters.listFilters.apply') }).click()
  await page.waitForURL(/card=visa-4242/)
  await expect(pill(page, english('payments.cardFilter'))).toContainText('Visa ••4242')
  // Any brand without digits is not a filter.
  await pill(page, english('payments.cardFilter')).click()
  await page.getByLabel(english('payments.cardLast4')).fill('')
  await page.getByRole('radio', { name: english('payments.cardAny') }).check()
  await page.getByRole('button', { name: english('filters.listFilters.apply') }).click()
  await page.waitForURL((url) => !url.searchParams.has('card'))

  await page
    .getByRole('link', {
      name: english('filters.remove', { filter: english('filters.listFilters.amountFilter') }),
    })
    .click()
  await page.waitForURL((url) => !url.search.includes('min='))
  await page.goBack()
  await page.waitForURL(/min=50&max=60.5/)
  await page.getByRole('link', { name: /^Clear( \d+)?$/ }).click()
  await page.waitForURL((url) => url.search === '')
})

test('each end of a range of days reports its own error', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const days = await openDateFilter(page)
  const from = days.getByLabel(english('filters.listFilters.from'), { exact: true })
  const to = days.getByLabel(english('filters.listFilters.to'), { exact: true })
  // Over in every zone.
  const past = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await from.fill(past)
  await to.fill(past)
  await expect(days.getByText(english('calendar.counted', { days: 1 }), { exact: true })).toBeVisible()

  // The day is typed as the browser writes it, and does not exist.
  await from.fill('')
  await from.pressSequentially('02312025')
  await page.keyboard.press('Enter')
  await expect(days.getByText(english('calendar.unreadable'))).toBeVisible()
  await expect(from).toBeFocused()
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await expect(to).not.toHaveAttribute('aria-invalid')
  await to.fill('2025-12-31')
  await expect(from, 'the error of the other end').toHaveAttribute('aria-invalid', 'true')
  await from.fill('')
  await from.blur()
  await expect(from).not.toHaveAttribute('aria-invalid')
  await expect(days.getByText(english('calendar.anyFrom'))).toBeVisible()
  await to.fill(past)
  await to.press('Enter')
  await page.waitForURL(new RegExp(`period=custom&to=${past}`))
})

test('a range of days is chosen with the keyboard alone', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  await pill(page, english('filters.listFilters.period')).focus()
  await page.keyboard.press('Enter')
  const days = page.getByRole('dialog', { name: english('filters.listFilters.period') })
  await expect(days.getByLabel(english('filters.listFilters.from'), { exact: true })).toBeFocused()
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
  const apply = days.getByRole('button', { name: english('filters.listFilters.apply') })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(apply).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`period=custom&from=${first}&to=${last}`))
  await expect(days).toHaveCount(0)
  await expect(pill(page, english('filters.listFilters.period'))).toBeFocused()

  await page.keyboard.press('Enter')
  // The panel is laid out a frame after the press.
  await expect(days.getByRole('grid').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pill(page, english('filters.listFilters.period'))).toBeFocused()
})

test('a filter of days shows a range from the URL that ends in the future', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments?period=custom&from=2020-01-01&to=2099-01-01'))
  await expect(pill(page, english('filters.listFilters.period'))).toContainText('1 Jan 2020 – 1 Jan 2099')
  const days = await openDateFilter(page)
  await expect(days.getByLabel(english('filters.listFilters.to'), { exact: true })).toHaveValue('2099-01-01')
  await days.getByRole('button', { name: english('calendar.clear') }).click()
  await page.waitForURL((url) => url.search === '')
})

test('the filter of links works with the keyboard from its field', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  await pill(page, english('payments.linkFilter')).click()
  const field = page.getByRole('combobox', { name: english('payments.linkSearch') })
  const options = page.getByRole('listbox', { name: english('payments.linkFilter') }).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toBeFocused()
  // Enter picks the first link of the search once its results are shown.
  const title = await options.last().locator('[dir=auto]').innerText()
  await field.fill(title)
  await field.press('Enter')
  await page.waitForURL((url) => url.searchParams.has('link'))
  await expect(pill(page, english('payments.linkFilter'))).toContainText(title)
})

test('the export contains exactly the filtered rows, and the activity records it', async ({
  page,
  browser,
}) => {
  const link = await makeLink(`=Export ${Date.now()}`, 31)
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  await pill(page, english('payments.linkFilter')).click()
  await page.getByLabel(english('payments.linkSearch')).fill(link.title)
  await page.getByRole('option', { name: link.title }).click()
  await page.waitForURL(/link=pl_/)
  await expect(page.locator('[data-payment]')).toHaveCount(1)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: english('payments.exportRows', { count: 1, written: '1' }) }).click()
  await page.getByRole('menuitem', { name: english('exports.start.csv') }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ Amount: '31.00', For: `'${link.title}`, 'Link ID': link.id })

  await openPage(page, accountPath('/settings/audit'))
  const row = page
    .getByRole('row')
    .filter({ hasText: english('audit.actions.payments.export') })
    .first()
  await expect(row).toContainText(english('audit.rows', { count: 1 }))
  await expect(row).toContainText(english('audit.narrowed.to.link_id'))
  await expect(row).not.toContainText(english('audit.status.failed'))
})
