import { type Browser, expect, type Page } from '@playwright/test'
import { pay } from '@/lib/messages/pay'
import { securityCodeOf } from '@/scripts/leak-search/security-codes'

export const CARDS = {
  approved: '4242424242424242',
  amex: '378282246310005',
  declined: '4000000000000002',
  noMoney: '4000000000009995',
  lostAfterCapture: '4000000000000127',
  fraud: '4100000000000019',
  confirm: '4000002500003155',
  lostAfterAuthorize: '4000000000000119',
  /** Right by its check digit, and none of the test bank's. */
  foreign: '4111111111111111',
} as const

/** Fills the payer's form and presses the button. */
export async function payWith(page: Page, number: string, name = 'Rosa Payer'): Promise<void> {
  await page.getByLabel(pay.number).fill(number)
  await page.getByLabel(pay.expiry).fill('12/40')
  await page.getByLabel(pay.cvc).fill(securityCodeOf(number))
  await page.getByLabel(pay.name).fill(name)
  await page.getByLabel(pay.email).fill('rosa@example.com')
  await page.getByRole('button', { name: /^Pay / }).click()
}

/** Somebody else, somewhere else, pays a link, until the page says `end`. */
export async function paidBy(browser: Browser, url: string, card: string, end: string): Promise<void> {
  const payer = await browser.newContext()
  const checkout = await payer.newPage()
  await checkout.goto(url)
  await payWith(checkout, card)
  await expect(checkout.getByText(end)).toBeVisible({ timeout: 20_000 })
  await payer.close()
}
