import { expect, test } from '@playwright/test'
import type { Payment } from '@/lib/contract/payment'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { accountPath, callApi, signInAsOwner } from './demo'
import { createTestLink } from './link-actions'
import { openPage } from './open-page'

test('the links of Home open exactly the payments that they count', async ({ page }) => {
  await signInAsOwner(page)
  const declined = page.getByRole('link', { name: /^\d[\d,]* declined payers/ })
  // A payer of another test may be declined, or pay in the end, between the two pages.
  await expect(async () => {
    await openPage(page, accountPath('/'))
    const title = (await declined.textContent()) ?? ''
    const count = /\d[\d,]*/.exec(title)?.[0] ?? ''
    expect(title).toContain(english('home.tasks.unpaid.all', { count: Number(count), written: count }))
    await declined.click()
    await page.waitForURL((url) => url.search === '?status=FAILED&unpaid=1')
    await expect(
      page.getByText(
        english('payments.total', { count: Number(count.replaceAll(',', '')), written: count }),
        { exact: true },
      ),
    ).toBeVisible({ timeout: 2_000 })
    const names = await page.locator('[data-payment]').count()
    expect(names).toBe(Math.min(Number(count.replaceAll(',', '')), 20))
  }).toPass({ timeout: 40_000 })
  await expect(page.getByText(english('payments.unpaidFilter'))).toBeVisible()
  await expectAccessible(page, 'the payments that Home counts')
  await page
    .getByRole('link', { name: english('filters.remove', { filter: english('payments.unpaidFilter') }) })
    .click()
  await page.waitForURL((url) => url.search === '?status=FAILED')
})

test('the links of Home open exactly the links that expire soon', async ({ page }) => {
  await signInAsOwner(page)
  const made: { id: string; title: string }[] = []
  // Home leads to a single link, and to the list of several.
  for (let hours = 30; hours < 34; hours++) {
    const link = await createTestLink({ expires_at: new Date(Date.now() + hours * 3_600_000).toISOString() })
    made.push(link)
    // The API raises no event for a new link: its own page reads it into the mirror.
    await openPage(page, accountPath(`/links/${link.id}`))
  }
  const soon = page.getByRole('link', { name: /^\d[\d,]* links expire soon/ })
  // A link of another test may be created between the two pages.
  await expect(async () => {
    await openPage(page, accountPath('/'))
    const count = /\d[\d,]*/.exec((await soon.textContent()) ?? '')?.[0] ?? ''
    await soon.click()
    await page.waitForURL((url) => url.search === '?status=ACTIVE&expiring=soon')
    await expect(
      page.getByText(english('links.total', { count: Number(count.replace(',', '')), written: count }), {
        exact: true,
      }),
    ).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 40_000 })
  for (const { title } of made) await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  await expectAccessible(page, 'the links that Home counts')
  await page
    .getByRole('link', { name: english('filters.remove', { filter: english('links.expiringFilter') }) })
    .click()
  await page.waitForURL((url) => url.search === '?status=ACTIVE')
  for (const { id } of made) await callApi('POST', `/payment_links/${id}/cancel`)
})

test('a search without a match in one status offers the matches of all others', async ({ page }) => {
  await signInAsOwner(page)
  const payers = async (status: string): Promise<string[]> => {
    const { data } = await (await callApi('GET', `/payments?limit=100&status=${status}`)).json()
    // Other tests charge customers at the same time.
    return data.filter((row: Payment) => row.customer_id === null).map((row: Payment) => row.payer.email)
  }
  const annulled = await payers('VOIDED')
  const email = (await payers('APPROVED')).find((one) => one !== '' && !annulled.includes(one)) ?? ''
  const q = encodeURIComponent(email)
  await openPage(page, accountPath(`/payments?q=${q}`))
  const all = await page.locator('[data-payment]').count()
  await openPage(page, accountPath(`/payments?status=VOIDED&min=0.5&q=${q}`))
  await expect(
    page.getByText(english('payments.noMatchFor', { text: email, none: english('payments.noneOf.VOIDED') })),
  ).toBeVisible()
  await expect(
    page.getByText(
      english('filters.standing', { names: `${english('filters.listFilters.amountFilter')} ≥ 0.50` }),
    ),
  ).toBeVisible()
  await expectAccessible(page, 'nothing in one state')
  await page.getByRole('link', { name: /^Show/ }).click()
  await page.waitForURL((url) => url.search === `?q=${q}&min=0.5`)
  // Other tests may pay as this payer at the same time.
  await expect.poll(() => page.locator('[data-payment]').count()).toBeGreaterThanOrEqual(all)
  await expect(page.getByRole('searchbox', { name: english('payments.searchLabel') })).toHaveValue(email)

  // Clear removes the filters and keeps the search.
  await page.getByRole('link', { name: english('filters.listFilters.clearFilters'), exact: true }).click()
  await page.waitForURL((url) => url.search === `?q=${q}`)
})

test('a search ignores accents, case and the order of its terms', async ({ page }) => {
  const stamp = Date.now()
  const title = `Pâtisserie Größe, l’été ${stamp}`
  const { id } = await createTestLink({ title })
  const typed = `l'ete ${stamp} PATISSERIE grosse`
  const q = encodeURIComponent(typed)
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${id}`))
  await openPage(page, accountPath(`/links?q=${q}`))
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await openPage(page, accountPath(`/links?status=CANCELLED&q=${q}`))
  await expect(
    page.getByText(english('links.noMatchFor', { text: typed, none: english('links.noneOf.CANCELLED') })),
  ).toBeVisible()
  await expect(page.getByText(english('filters.elsewhere', { count: 1, written: '1' }))).toBeVisible()
  await page.getByRole('link', { name: english('filters.showElsewhere', { count: 1, written: '1' }) }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('q')).toBe(typed)
  await callApi('POST', `/payment_links/${id}/cancel`)
})
