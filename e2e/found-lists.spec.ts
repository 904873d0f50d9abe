import { expect, test } from '@playwright/test'
import { filters } from '@/lib/messages/filters'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { aLink } from './a-link'
import { expectAccessible } from './axe'
import { callApi, signInAsOwner } from './demo'
import { arrive, photograph } from './screens'

test('Home’s “See all” opens exactly what its line counts, and says at the list which filter that is', async ({
  page,
}) => {
  await signInAsOwner(page)
  const lost = page.getByRole('link', { name: new RegExp(`^${home.all}.*declined`) })
  // A payer of another journey may be declined, or pay after all, between the two pages.
  await expect(async () => {
    await arrive(page, '/')
    const title = (await lost.textContent()) ?? ''
    const count = /\d[\d,]*/.exec(title)?.[0] ?? ''
    expect(title).toContain(home.unpaid(Number(count), count))
    await lost.click()
    await page.waitForURL((url) => url.search === '?status=FAILED&unpaid=1')
    await expect(page.getByText(payments.total(count), { exact: true })).toBeVisible({ timeout: 2_000 })
    const names = await page.locator('[data-payment]').count()
    expect(names).toBe(Math.min(Number(count.replaceAll(',', '')), 20))
  }).toPass({ timeout: 40_000 })
  await expect(page.getByText(payments.unpaidFilter)).toBeVisible()
  await expectAccessible(page, 'the payments that Home counts')
  await photograph(page, 'payments-unpaid', 'light')
  await page.getByRole('link', { name: filters.remove(payments.unpaidFilter) }).click()
  await page.waitForURL((url) => url.search === '?status=FAILED')
})

test('links that expire soon are a filter of the list, with a way back to all of them', async ({ page }) => {
  const { id, title } = await aLink({ expires_at: new Date(Date.now() + 30 * 3_600_000).toISOString() })
  await signInAsOwner(page)
  // Its own page asks the host for it: no event tells that a link was made.
  await arrive(page, `/links/${id}`)
  const soon = page.getByRole('link', { name: new RegExp(`^${home.all}.*expires? soon`) })
  // Another journey's link may come between the two pages.
  await expect(async () => {
    await arrive(page, '/')
    const count = /\d[\d,]*/.exec((await soon.textContent()) ?? '')?.[0] ?? ''
    await soon.click()
    await page.waitForURL((url) => url.search === '?status=ACTIVE&expiring=soon')
    await expect(page.getByText(links.total(count, count === '1'), { exact: true })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 40_000 })
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expectAccessible(page, 'the links that Home counts')
  await photograph(page, 'links-expiring', 'light')
  await page.getByRole('link', { name: filters.remove(links.expiringFilter) }).click()
  await page.waitForURL((url) => url.search === '?status=ACTIVE')
  await callApi('POST', `/payment_links/${id}/cancel`)
})

test('nothing in one state says how many others match, and one press shows them with what was typed', async ({
  page,
}) => {
  await signInAsOwner(page)
  const payers = async (status: string): Promise<string[]> => {
    const { data } = await (await callApi('GET', `/payments?limit=100&status=${status}`)).json()
    return data.map((row: { payer: { email: string } }) => row.payer.email)
  }
  const annulled = await payers('VOIDED')
  const email = (await payers('APPROVED')).find((one) => one !== '' && !annulled.includes(one)) ?? ''
  const q = encodeURIComponent(email)
  await arrive(page, `/payments?q=${q}`)
  const all = await page.locator('[data-payment]').count()
  await arrive(page, `/payments?status=VOIDED&min=0.5&q=${q}`)
  await expect(page.getByText(payments.noMatchFor(email, payments.noneOf.VOIDED))).toBeVisible()
  await expect(
    page.getByText(filters.standing(`${payments.amountFilter} ${payments.amountOver('0.50')}`)),
  ).toBeVisible()
  await expectAccessible(page, 'nothing in one state')
  await photograph(page, 'payments-elsewhere', 'light')
  await page.getByRole('link', { name: /^Show/ }).click()
  await page.waitForURL((url) => url.search === `?q=${q}&min=0.5`)
  await expect(page.locator('[data-payment]')).toHaveCount(all)
  await expect(page.getByRole('searchbox', { name: payments.searchLabel })).toHaveValue(email)

  // Its own Clear takes the filters, not the word.
  await page.getByRole('link', { name: payments.clearFilters, exact: true }).click()
  await page.waitForURL((url) => url.search === `?q=${q}`)
})

test('the same of links, and in neither list do accents, cases or the order of words hide a name', async ({
  page,
}) => {
  const stamp = Date.now()
  const title = `Pâtisserie Größe, l’été ${stamp}`
  const { id } = await aLink({ title })
  const typed = `l'ete ${stamp} PATISSERIE grosse`
  const q = encodeURIComponent(typed)
  await signInAsOwner(page)
  await arrive(page, `/links/${id}`)
  await arrive(page, `/links?q=${q}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await arrive(page, `/links?status=CANCELLED&q=${q}`)
  await expect(page.getByText(links.noMatchFor(typed, links.noneOf.CANCELLED))).toBeVisible()
  await expect(page.getByText(filters.elsewhere(1, '1'))).toBeVisible()
  await photograph(page, 'links-elsewhere', 'light')
  await page.getByRole('link', { name: filters.showElsewhere(1, '1') }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('q')).toBe(typed)
  await callApi('POST', `/payment_links/${id}/cancel`)
})
