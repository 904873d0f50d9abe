import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, callApi, cityOf, demo, signInAsOwner } from './demo'
import { openPage } from './open-page'

/** Name unique to this run: an earlier run may have set another. */
const BANK = `Banco ${Date.now()}`
const HOLDER = 'Café Aurora, S.A.'

async function fillAccount(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: english('payouts.account.change') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(english('payouts.form.bank'), { exact: true }).fill(BANK)
  await dialog.getByLabel(english('payouts.form.holder')).fill(HOLDER)
  await dialog.getByLabel(english('payouts.form.number')).fill(number)
  await dialog.getByRole('button', { name: english('payouts.form.review') }).click()
  await expect(dialog.getByRole('heading', { name: english('payouts.form.reviewTitle') })).toBeVisible()
}

async function confirm(page: Page, repeat: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(english('payouts.form.repeat')).fill(repeat)
  await dialog.getByLabel(english('step-up.password')).fill(password)
  await dialog.getByRole('button', { name: english('payouts.form.submits.atOnce') }).click()
}

test('the bank account changes only after a review, the repeated number and the correct password', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payouts'))
  const dialog = page.getByRole('dialog')
  await expect(page.getByText(BANK)).toBeHidden()

  await page.getByRole('button', { name: english('payouts.account.change') }).click()
  await expect(dialog.getByLabel(english('payouts.form.bank'), { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: english('payouts.form.review') }).click()
  await expect(dialog.getByText(english('payouts.form.missing.bank_name'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: english('payouts.account.change') })).toBeFocused()

  await fillAccount(page, '0001-2345-6789')
  await expect(dialog.getByLabel(english('payouts.form.repeat'))).toBeFocused()
  await expectAccessibleState(page, 'the review of a bank account')
  await confirm(page, '000123456798', demo().password)
  await expect(dialog.getByText(english('payouts.form.differs'))).toBeVisible()
  await confirm(page, '000123456789', 'not the password')
  await expect(dialog.getByText(english('refusals.fields.password'), { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(english('step-up.password'))).toBeFocused()
  await confirm(page, '000123456789', demo().password)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(english('payouts.form.saved.atOnce'))).toBeVisible()
  await expect(page.getByText(BANK)).toBeVisible()
  await expect(page.getByText(english('payouts.account.endsSpoken', { last4: '6789' }))).toBeAttached()
})

test('an invalid account number is refused at its field', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payouts'))
  await fillAccount(page, '12')
  await confirm(page, '12', demo().password)
  const number = page.getByRole('dialog').getByLabel(english('payouts.form.number'))
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveValue('12')
})

test('the schedule names the city of its time zone', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payouts'))
  const { timezone } = await (await callApi('GET', '/me')).json()
  const zone = page.getByText(english('payouts.schedule.zone', { zone: cityOf(timezone) }))
  await expect(zone).toBeVisible()
  await expect(zone).toHaveAttribute('title', timezone)
})

test('a test account fills in its number', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payouts'))
  await page.getByRole('button', { name: english('payouts.account.change') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(english('payouts.testAccounts.title')).click()
  await dialog.getByRole('button', { name: english('payouts.testAccounts.outcomes.account_closed') }).click()
  await expect(dialog.getByLabel(english('payouts.form.number'))).toHaveValue('000111111113')
  await expect(dialog.getByLabel(english('payouts.form.number'))).toBeFocused()
  await expect(dialog.getByText(english('payouts.testAccounts.outcomes.account_closed'))).toBeHidden()
})
