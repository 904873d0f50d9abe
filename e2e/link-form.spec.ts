import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, callApi, signInAsOwner } from './demo'
import { createTestLink } from './link-actions'
import { openPage } from './open-page'

test('the form of a link previews the page of the payer and explains a wrong amount', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/new'))
  const preview = page.getByRole('complementary', { name: english('link-form.preview'), includeHidden: true })
  const amount = page.getByLabel(english('amount-field.label'), { exact: true })
  await page.getByLabel(english('link-form.name'), { exact: true }).fill('Piano lesson')
  await amount.fill('1234,5')
  await expect(
    page.getByText(english('amount-field.parsed', { amount: '1,234.50', currency: 'USD' })),
  ).toBeVisible()
  await expect(preview).toContainText('Piano lesson')
  await expect(preview).toContainText(english('pay-form.submit', { amount: '1,234.50 USD' }))
  // Keyboard and screen reader reach no field of the preview.
  expect(await preview.locator('[inert][aria-hidden="true"] input').count()).toBeGreaterThan(2)
  expect(await preview.locator('input:not([inert] *)').count()).toBe(0)

  await amount.fill('0')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  await amount.blur()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(
    page.getByText(english('amount-field.problems.amount_too_small', { least: '0.01 USD' })),
  ).toBeVisible()
  await amount.fill('12.345')
  await expect(
    page.getByText(
      english('amount-field.problems.too_many_decimals', { currency: 'USD', places: 2, example: '12.34' }),
      { exact: true },
    ),
  ).toBeVisible()
  // A thousand in some languages and one in others is asked about, and nothing is created meanwhile.
  await amount.fill('1.000')
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await page
    .getByRole('button', {
      name: english('amount-field.meant', { amount: '1,000.00', currency: 'USD' }),
      exact: true,
    })
    .click()
  await expect(
    page.getByText(english('amount-field.parsed', { amount: '1,000.00', currency: 'USD' })),
  ).toBeVisible()
  await expect(amount).toBeFocused()
  await amount.fill('99999999')
  await expect(
    page.getByText(english('amount-field.problems.amount_too_large', { most: '9,999,999.99 USD' })),
  ).toBeVisible()
  await expectAccessibleState(page, 'a new link with a wrong amount')

  await amount.fill('45')
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await page.waitForURL(/\/links\/[^/]+\/share\?made=1/)
  await expect(page.getByRole('heading', { level: 1, name: english('links.share.title') })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(english('links.share.title')))
  await page.getByRole('link', { name: english('links.detail.duplicate') }).click()
  await expect(page.getByLabel(english('link-form.name'), { exact: true })).toHaveValue('Piano lesson')
})

test('a link expires at the chosen time of the account’s zone, and the focus moves to an invalid time', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/new'))
  await page.getByLabel(english('link-form.name')).fill('Cooking class')
  await page.getByLabel(english('amount-field.label')).fill('45')
  await page.getByLabel(english('link-form.expiryCustom')).check()
  const expiry = page.locator('[name="expires_at"]')
  const submit = page.getByRole('button', { name: english('link-form.submit') })
  await expect(expiry, 'the end of a day').toHaveValue(/T23:59$/)
  for (const [value, problem, send] of [
    ['', english('link-problems.expiryDay'), () => submit.click()],
    ['2026-01-01T10:00', english('link-problems.expires_at'), () => expiry.press('Enter')],
  ] as const) {
    await expiry.fill(value)
    await send()
    await expect(page.getByText(problem, { exact: true })).toBeVisible()
    await expect(expiry).toBeFocused()
    await expect(expiry).toHaveAttribute('aria-invalid', 'true')
  }
  await expectAccessibleState(page, 'a link with a time in the past')
  const nextYear = `${new Date().getUTCFullYear() + 1}-03-15`
  await expiry.fill(`${nextYear}T18:30`)
  await expect(expiry).not.toHaveAttribute('aria-invalid', 'true')
  await submit.click()
  await page.waitForURL(/\/links\/[^/]+\/share/)

  const id = page.url().split('/').at(-2) ?? ''
  const link = await (await callApi('GET', `/payment_links/${id}`)).json()
  const { timezone } = await (await callApi('GET', '/me')).json()
  const wall = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: timezone })
  expect(wall.format(new Date(link.expires_at))).toBe(`${nextYear} 18:30`)
})

test('a draft is restored within its tab until the link is created, and no copy replaces it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const title = `Piano lesson ${Date.now()}`
  const other = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/new'))
  const name = page.getByLabel(english('link-form.name'), { exact: true })
  const restored = page.getByText(english('drafts.restored'))
  await expect(restored).toHaveCount(0)
  await name.fill(title)
  await page.getByLabel(english('amount-field.label'), { exact: true }).fill('12,5')
  await page.getByLabel(english('link-form.usesSeveral')).check()
  await page.getByLabel(english('link-form.usesCount')).fill('25')
  await page.getByLabel(english('link-form.expiryWeek')).check()
  await page.getByRole('button', { name: english('link-form.metadata.add') }).click()
  await page.getByLabel(english('link-form.metadata.name', { position: 1 })).fill('order')
  await page.getByLabel(english('link-form.metadata.value', { position: 1 })).fill('A-1')

  await page
    .getByRole('link', { name: english('links.title'), exact: true })
    .first()
    .click()
  await page.waitForURL(accountPath('/links'))
  for (const returnToForm of [() => page.goBack(), () => openPage(page, accountPath('/links/new'))]) {
    await returnToForm()
    await expect(restored).toBeVisible()
    await expect(name).toHaveValue(title)
    await expect(page.getByLabel(english('amount-field.label'), { exact: true })).toHaveValue('12,5')
    await expect(page.getByLabel(english('link-form.usesCount'))).toHaveValue('25')
    await expect(page.getByLabel(english('link-form.expiryWeek'))).toBeChecked()
    await expect(page.getByLabel(english('link-form.metadata.name', { position: 1 }))).toHaveValue('order')
    await expect(page.getByLabel(english('link-form.metadata.value', { position: 1 }))).toHaveValue('A-1')
  }
  await expectAccessibleState(page, 'a restored draft')
  // A reload reports the errors of the draft, but not yet its empty fields.
  await name.fill('')
  await page.getByLabel(english('link-form.usesCount')).fill('0')
  await page.reload()
  await expect(page.getByText(english('link-problems.uses', { most: 1_000_000 }))).toBeVisible()
  await expect(page.getByText(english('link-problems.titleMissing'))).toHaveCount(0)
  await page.getByLabel(english('link-form.usesCount')).fill('25')
  await name.fill(title)

  await openPage(page, accountPath(`/links/new?from=${other.id}`))
  await expect(name).toHaveValue(other.title)
  await name.fill('Another')
  await openPage(page, accountPath('/links/new?amount=41.5&title=Prefilled'))
  await expect(name).toHaveValue('Prefilled')
  await expect(restored).toHaveCount(0)
  await openPage(page, accountPath('/links/new'))
  await expect(name).toHaveValue(title)
  await page.getByRole('button', { name: english('drafts.startOver') }).click()
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await page.reload()
  await expect(name).toHaveValue('')
  await expect(restored).toHaveCount(0)

  await name.fill(title)
  await page.getByLabel(english('amount-field.label'), { exact: true }).fill('12,5')
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  await openPage(page, accountPath('/links/new'))
  await expect(name).toHaveValue('')
  await expect(restored).toHaveCount(0)
})
