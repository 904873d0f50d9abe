import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { payouts } from '@/lib/messages/payouts'
import { refusals } from '@/lib/messages/refusals'
import { callApi, cityOf, demo, signInAsOwner } from './demo'

const { form, account } = payouts
/** Of this run, which may not be the first on its deployment. */
const BANK = `Banco ${Date.now()}`
const HOLDER = 'Café Aurora, S.A.'

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
}

async function fillAccount(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: account.change }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(form.bank, { exact: true }).fill(BANK)
  await dialog.getByLabel(form.holder).fill(HOLDER)
  await dialog.getByLabel(form.number).fill(number)
  await dialog.getByRole('button', { name: form.review }).click()
  await expect(dialog.getByRole('heading', { name: form.reviewTitle })).toBeVisible()
}

async function confirm(page: Page, repeat: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(form.repeat).fill(repeat)
  await dialog.getByLabel(form.password).fill(password)
  await dialog.getByRole('button', { name: form.submit }).click()
}

test('the bank account changes after a review, the number typed again and the right password', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/payouts')
  const dialog = page.getByRole('dialog')
  await expect(page.getByText(BANK)).toBeHidden()

  await page.getByRole('button', { name: account.change }).click()
  await expect(dialog.getByLabel(form.bank, { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: form.review }).click()
  await expect(dialog.getByText(form.missing.bank_name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: account.change })).toBeFocused()

  await fillAccount(page, '0001-2345-6789')
  await expect(dialog.getByLabel(form.repeat)).toBeFocused()
  await confirm(page, '000123456798', demo().password)
  await expect(dialog.getByText(form.differs)).toBeVisible()
  await confirm(page, '000123456789', 'not the password')
  await expect(dialog.getByText(refusals.fields.password, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(form.password)).toBeFocused()
  await confirm(page, '000123456789', demo().password)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(form.saved)).toBeVisible()
  await expect(page.getByText(BANK)).toBeVisible()
  await expect(page.getByText(account.endsSpoken('6789'))).toBeAttached()
})

test('a number that cannot be one leads back to its field', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/payouts')
  await fillAccount(page, '12')
  await confirm(page, '12', demo().password)
  const number = page.getByRole('dialog').getByLabel(form.number)
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveValue('12')
})

test('the schedule names the city of its clock, and all of the zone on hover', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/payouts')
  const { timezone } = await (await callApi('GET', '/me')).json()
  const zone = page.getByText(payouts.schedule.zone(cityOf(timezone)))
  await expect(zone).toBeVisible()
  await expect(zone).toHaveAttribute('title', timezone)
})

test('a test account fills the number in', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/payouts')
  await page.getByRole('button', { name: account.change }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(payouts.testAccounts.title).click()
  await dialog.getByRole('button', { name: payouts.testAccounts.told.account_closed }).click()
  await expect(dialog.getByLabel(form.number)).toHaveValue('000111111113')
  await expect(dialog.getByLabel(form.number)).toBeFocused()
  await expect(dialog.getByText(payouts.testAccounts.told.account_closed)).toBeHidden()
})

for (const theme of ['light', 'dark'] as const) {
  test(`payouts and both steps of their form are accessible in ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await signInAsOwner(page)
    await page.goto('/payouts')
    await expect(page.getByRole('button', { name: account.change })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: account.change }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await fillAccount(page, '000123456789')
    await expectAccessible(page)
  })
}
