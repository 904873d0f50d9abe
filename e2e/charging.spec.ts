import { type Browser, expect, type Page, test } from '@playwright/test'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payForm } from '@/lib/messages/pay-form'
import { search } from '@/lib/messages/search'
import { callApi, inAccount, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, customersLink, MERCHANT, paidBy, payWith } from './payer'

const { form, review, outcome } = charges

/** Creates a customer who saved a card by paying a link. */
async function customerWithCard(
  browser: Browser,
  card: string,
): Promise<{ id: string; phone: string; name: string }> {
  const { customerId, url } = await customersLink()
  const payer = await browser.newContext()
  const page = await payer.newPage()
  await page.goto(url)
  await page.getByLabel(payForm.saveCard(MERCHANT)).check()
  await payWith(page, card)
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible({ timeout: 20_000 })
  await payer.close()
  const customer = await (await callApi('GET', `/customers/${customerId}`)).json()
  return { id: customerId, phone: customer.phone, name: customer.name }
}

const dialog = (page: Page) => page.getByRole('dialog')

/** Opens an address whose dialog is open: it is there once the page reacts, and hides the page's heading. */
async function openDialog(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(dialog(page)).toBeVisible()
}

async function reviewed(page: Page, amount: string): Promise<void> {
  await dialog(page).getByRole('textbox', { name: form.amount, exact: true }).fill(amount)
  await dialog(page).getByRole('button', { name: form.review }).click()
  await expect(dialog(page).getByText(review.lead)).toBeVisible()
}

test('with the keyboard alone a caller’s card is declined, a link is sent, and its payment shows without a reload', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const { id, phone, name } = await customerWithCard(browser, CARDS.declinedLater)
  await signInAsOwner(page)
  await openPage(page, inAccount('/'))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: search.label }).fill(`charge ${phone}`)
  const option = page.getByRole('option', { name: charges.title(name) })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: charges.title(name) })).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: form.amount, exact: true })).toBeFocused()
  await page.keyboard.type('31,40')
  await page.keyboard.press('Enter')
  const charge = dialog(page).getByRole('button', { name: review.submit('31.40 USD') })
  await expect(charge).toBeVisible()
  await charge.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(charges.say.generic_decline)).toBeVisible()

  await dialog(page)
    .getByRole('button', { name: outcome.sendLink('31.40 USD') })
    .focus()
  await page.keyboard.press('Enter')
  const copy = dialog(page).getByRole('button', { name: links.share.copy })
  await expect(copy).toBeFocused()
  const url = await dialog(page).getByRole('textbox', { name: links.share.url }).inputValue()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await paidBy(browser, url, CARDS.approved, pay.ends.paidTitle)
  await expect(page).toHaveURL(inAccount(`/customers/${id}`))
  const timeline = page.getByRole('main')
  await expect(timeline.getByText('31.40 USD').first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '31.40' })).toHaveCount(2)
})

test('on a phone a charge is made once, whatever is pressed twice, reloaded or opened again', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 375, height: 812 })
  const { id } = await customerWithCard(browser, CARDS.approved)
  await signInAsOwner(page)
  await openPage(page, inAccount(`/customers/${id}`))
  await page.getByRole('link', { name: charges.open, exact: true }).click()
  await reviewed(page, '25')
  const address = page.url()
  const second = await page.context().newPage()
  await openDialog(second, address)
  await dialog(page)
    .getByRole('button', { name: review.submit('25.00 USD') })
    .dblclick()
  await expect(dialog(page).getByText(outcome.paid, { exact: true })).toBeVisible()
  // The other tab still shows the review: its press sends nothing.
  await dialog(second)
    .getByRole('button', { name: review.submit('25.00 USD') })
    .click({ timeout: 2_000 })
    .catch(() => {})
  await expect(dialog(second).getByText(outcome.paid, { exact: true })).toBeVisible()
  await page.reload()
  await expect(dialog(page).getByText(outcome.paid, { exact: true })).toBeVisible()
  const made = await (await callApi('GET', `/payments?customer_id=${id}`)).json()
  expect(made.data.filter(({ amount }: { amount: number }) => amount === 25)).toHaveLength(1)

  // The same amount a moment later has to be typed again.
  await openDialog(page, inAccount(`/customers/${id}?charge=new`))
  await reviewed(page, '25')
  await dialog(page)
    .getByRole('button', { name: review.submit('25.00 USD') })
    .click()
  await expect(dialog(page).getByText(review.typeAgainWrong('25.00 USD'))).toBeVisible()
  await dialog(page).getByRole('textbox', { name: review.typeAgain }).fill('25')
  await dialog(page)
    .getByRole('button', { name: review.submit('25.00 USD') })
    .click()
  await expect(dialog(page).getByText(outcome.paid, { exact: true })).toBeVisible()
})

test('a charge whose outcome was lost becomes a case, which the captured payment closes', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const { id } = await customerWithCard(browser, CARDS.lostAfterCaptureLater)
  await signInAsOwner(page)
  await openDialog(page, inAccount(`/customers/${id}?charge=new`))
  await reviewed(page, '18.20')
  await dialog(page)
    .getByRole('button', { name: review.submit('18.20 USD') })
    .click()
  await dialog(page).getByRole('link', { name: charges.case.show }).click()
  await page.waitForURL(/\/charges\/chg_/)
  const attach = page.getByRole('button', { name: charges.case.attach })
  await expect(attach).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('button', { name: charges.case.release })).toHaveCount(0)
  await attach.click()
  await expect(page.getByRole('main').getByText(outcome.paid, { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: outcome.support }).click()
  await expect(page.getByRole('button', { name: common.copied })).toBeVisible()
})
