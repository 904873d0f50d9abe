import { expect, test } from '@playwright/test'
import { pay } from '@/lib/messages/pay'
import { testBank } from '@/lib/messages/test-bank'
import { CARDS, newLink, payWith, statuses, toTheBank } from './payer'

test('a payer approves at the bank, and has paid', async ({ page }) => {
  const link = await newLink()
  await toTheBank(page, link)
  await page.getByRole('button', { name: testBank.approve }).click()
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  expect(await statuses(link)).toEqual(['APPROVED'])
})

test('a payer refuses at the bank: nothing is charged, and another card pays', async ({ page, browser }) => {
  const link = await newLink()
  await toTheBank(page, link)
  await page.getByRole('button', { name: testBank.refuse }).click()
  await expect(page.getByText(pay.declinedTitle)).toBeVisible()
  // As after any other decline: who pays still stands there, of the card nothing.
  await expect(page.getByLabel(pay.name)).toHaveValue('Rosa Payer')
  await expect(page.getByLabel(pay.email)).toHaveValue('rosa@example.com')
  for (const field of [pay.number, pay.expiry, pay.cvc]) await expect(page.getByLabel(field)).toHaveValue('')
  const stranger = await browser.newContext()
  const elsewhere = await stranger.newPage()
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByLabel(pay.name)).toHaveValue('')
  await expect(elsewhere.getByLabel(pay.email)).toHaveValue('')
  await stranger.close()
  await payWith(page, CARDS.amex)
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  expect((await statuses(link)).sort()).toEqual(['APPROVED', 'FAILED'])
})

test('who does not confirm pays with another card; the first payment is then charged no more', async ({
  page,
  context,
}) => {
  const link = await newLink({ max_uses: 1 })
  await toTheBank(page, link)
  const bank = page.url()
  await page.getByRole('link', { name: testBank.leave }).click()
  await expect(page.getByRole('link', { name: pay.ends.confirmGo })).toBeVisible()
  const begun = page.url()
  await page.getByRole('link', { name: pay.ends.confirmOther }).click()
  await page.waitForURL(link.url)
  await payWith(page, CARDS.amex)
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()

  const second = await context.newPage()
  await second.goto(begun)
  await expect(second.getByRole('heading', { name: pay.ends.completedTitle })).toBeVisible()
  await expect(second.getByText(pay.ends.confirmNoMore)).toBeVisible()
  await expect(second.getByRole('link', { name: pay.ends.confirmGo })).toHaveCount(0)
  await second.screenshot({ path: 'test-results/images/paid-otherwise.png', fullPage: true })
  // Its bank knows nothing of that: even a word given there moves no money.
  await second.goto(bank)
  await second.getByRole('button', { name: testBank.approve }).click()
  await expect(second.getByText(pay.ends.annulledTitle)).toBeVisible()
  expect((await statuses(link)).sort()).toEqual(['APPROVED', 'VOIDED'])
})

test('back, reload, a second tab and leaving the bank undecided all lead to the same payment', async ({
  page,
  context,
}) => {
  const link = await newLink()
  await toTheBank(page, link)
  await page.goBack()
  const goOn = page.getByRole('link', { name: pay.ends.confirmGo })
  await expect(goOn).toBeVisible()
  await page.reload()
  await expect(goOn).toBeVisible()

  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole('link', { name: pay.ends.confirmGo }).click()
  await second.getByRole('link', { name: testBank.leave }).click()
  await expect(second.getByRole('link', { name: pay.ends.confirmGo })).toBeVisible()
  await second.getByRole('link', { name: pay.ends.confirmGo }).click()
  await second.getByRole('button', { name: testBank.approve }).click()
  await expect(second.getByText(pay.ends.paidTitle)).toBeVisible()
  // The first tab finds out by itself, and says so to who listens: the heading is one of two.
  await expect(page.getByRole('heading', { name: pay.ends.paidTitle })).toBeVisible({ timeout: 20_000 })
  expect(await statuses(link)).toEqual(['APPROVED'])
})

test('without scripts a payer goes to the bank and comes back', async ({ browser }) => {
  const link = await newLink()
  const payer = await browser.newContext({ javaScriptEnabled: false })
  const page = await payer.newPage()
  await page.goto(link.url)
  await payWith(page, CARDS.confirm)
  await page.getByRole('link', { name: pay.ends.confirmGo }).click()
  await page.getByRole('button', { name: testBank.approve }).click()
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  await payer.close()
})

test('the bank takes no word from another site, and no other word', async ({ page, request }) => {
  const link = await newLink()
  await toTheBank(page, link)
  const action = `${page.url()}/decision`
  const send = (decision: string, origin?: string) =>
    request.post(action, { form: { decision }, ...(origin ? { headers: { Origin: origin } } : {}) })
  expect((await send('approve', 'https://evil.example')).status()).toBe(403)
  expect((await send('maybe')).status()).toBe(400)
  await expect(page.getByRole('heading', { name: testBank.title })).toBeVisible()
  expect(await statuses(link)).toEqual(['PENDING'])
})
