import { randomInt } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Translate } from '@/lib/messages/translator'
import { english } from '@/test/english'
import { securityCodeOf } from '@/test/leak-search/security-codes'
import { callApi } from './demo'

export const MERCHANT = 'Café Aurora'

export const CARDS = {
  approved: '4242424242424242',
  amex: '378282246310005',
  declined: '4000000000000002',
  slow: '4000000000000416',
  noMoney: '4000000000009995',
  lostAfterCapture: '4000000000000127',
  fraud: '4100000000000019',
  confirm: '4000002500003155',
  /** Disputed after approval; won with evidence. */
  disputedWon: '4000000000001976',
  lostAfterAuthorize: '4000000000000119',
  /** Saved by an approved payment; the outcomes below occur when the saved card is charged. */
  declinedLater: '4000000000000341',
  lostAfterCaptureLater: '4000000000000267',
  /** Has a valid check digit and is not a test card. */
  nonTest: '4111111111111111',
} as const

/** Fills in the payer's form from an IP address of its own and presses Pay. */
export async function payWith(
  page: Page,
  number: string,
  name = 'Rosa Payer',
  t: Translate = english,
): Promise<void> {
  await switchAddress(page)
  await page.getByLabel(t('card-fields.number')).fill(number)
  await page.getByLabel(t('card-fields.expiry')).fill('12/40')
  await page.getByLabel(t('card-fields.cvc')).fill(securityCodeOf(number))
  await page.getByLabel(t('pay-form.name')).fill(name)
  await page.getByLabel(t('pay-form.email')).fill('rosa@example.com')
  await page.getByRole('button', { name: new RegExp(`^${t('pay-form.submit', { amount: '' })}`) }).click()
}

/** Pays a link in a browser of its own, until the page shows `end`. */
export async function payInNewBrowser(
  browser: Browser,
  url: string,
  card: string,
  end: string,
): Promise<void> {
  const payer = await browser.newContext()
  const checkout = await payer.newPage()
  await checkout.goto(url)
  await payWith(checkout, card)
  await expect(checkout.getByText(end)).toBeVisible({ timeout: 20_000 })
  await payer.close()
}

/** Creates a link of the demo merchant. */
export async function createLink(fields: Record<string, unknown> = {}): Promise<{ id: string; url: string }> {
  const made = await callApi('POST', '/payment_links', { title: 'Box of pastries', amount: 120.5, ...fields })
  return made.json()
}

/** Creates a customer with a link of their own, in the account of a key or the demo merchant's. */
export async function createCustomerLink(
  person: { name: string; phone: string } = {
    name: 'Rosa',
    phone: `+1212${String(Date.now()).slice(-7)}`,
  },
  key?: string,
): Promise<{ customerId: string; url: string }> {
  const customer = await (await callApi('POST', '/customers', person, key)).json()
  const made = await callApi('POST', `/customers/${customer.id}/charges`, { amount: 50 }, key)
  const charge = await made.json()
  return { customerId: customer.id, url: charge.payment_url }
}

/** Returns the statuses of a link's payments, the newest first. */
export async function paymentStatuses(link: { id: string }): Promise<string[]> {
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  return list.data.map(({ status }: { status: string }) => status)
}

/** Pays with a card that needs a confirmation, up to the page of the bank. */
export async function goToBankConfirmation(page: Page, link: { url: string }): Promise<void> {
  await page.goto(link.url)
  await payWith(page, CARDS.confirm)
  await expect(page.getByRole('heading', { name: english('test-bank.open.title') })).toBeVisible()
  await expect(page.getByText(MERCHANT)).toBeVisible()
}

/** Sends the further requests of the page from an IP address of its own. */
export async function switchAddress(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': randomAddress() })
}

/**
 * Returns one of the 2^17 IP addresses reserved for benchmarks, for a server that trusts this machine as a proxy. All
 * tests run on one machine, and together they exceed the rate limit of a single address.
 */
export function randomAddress(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`
}
