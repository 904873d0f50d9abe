import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { SECURITY_CODES } from '@/test/leak-search/security-codes'
import { accountPath, callApi, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, payWith } from './payer'

/** UPDATE_IMAGES=1 replaces the README's screenshots. */
const IMAGES = process.env.UPDATE_IMAGES === '1' ? 'docs/images' : 'test-results/images'

test('a payment whose processor did not respond is resolved automatically and charged once', async ({
  page,
  browser,
}) => {
  // The README's screenshots show the title.
  const title = `Tasting menu, table ${1 + (Date.now() % 900)}`
  const created = await callApi('POST', '/payment_links', { title, amount: 120.5 })
  const link = await created.json()
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const payer = await browser.newContext()
  const checkout = await payer.newPage()
  await checkout.goto(link.url)
  await checkout.screenshot({ path: `${IMAGES}/payer-page.png` })
  await payWith(checkout, CARDS.lostAfterCapture)
  const ended = checkout.getByRole('heading', { name: english('pay.ends.paidTitle') })
  await expect(checkout.getByText(english('pay.ends.unresolvedTitle')).or(ended)).toBeVisible()
  await expect(ended).toBeVisible({ timeout: 30_000 })
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  expect(list.data.map(({ status }: { status: string }) => status)).toEqual(['APPROVED'])
  const row = page.locator('[data-payment]').filter({ hasText: title }).first()
  await expect(row).toBeVisible()
  await page.screenshot({ path: `${IMAGES}/payments.png` })
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('120.50')
  await page.screenshot({ path: `${IMAGES}/payment.png` })
  await payer.close()
})

test('a double click pays once', async ({ browser }) => {
  const created = await callApi('POST', '/payment_links', { title: 'Twice', amount: 7, max_uses: null })
  const link = await created.json()
  const payer = await browser.newContext()
  const checkout = await payer.newPage()
  await checkout.goto(link.url)
  await checkout.getByLabel(english('card-fields.number')).fill(CARDS.approved)
  await checkout.getByLabel(english('card-fields.expiry')).fill('12/40')
  await checkout.getByLabel(english('card-fields.cvc')).fill(SECURITY_CODES.card)
  await checkout.getByLabel(english('pay-form.name')).fill('Rosa Payer')
  await checkout.getByRole('button', { name: /^Pay / }).dblclick()
  await expect(checkout.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  expect(list.data).toHaveLength(1)
  await payer.close()
})

test('a payer without scripts sees a decline and pays', async ({ browser }) => {
  const created = await callApi('POST', '/payment_links', { title: 'No scripts', amount: 7 })
  const link = await created.json()
  const payer = await browser.newContext({ javaScriptEnabled: false })
  const checkout = await payer.newPage()
  await checkout.goto(link.url)
  await payWith(checkout, CARDS.noMoney)
  await expect(checkout.getByText(english('pay-form.declinedTitle')).first()).toBeVisible()
  await payWith(checkout, CARDS.approved)
  await expect(checkout.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  await payer.close()
})
