import { expect, type Page, test } from '@playwright/test'
import { CONFIRMATION_MS } from '@/lib/contract/limits'
import { english } from '@/test/english'
import { delayRequests } from './delay-requests'
import { callApi, cityOf } from './demo'
import { CARDS, createLink, goToBankConfirmation, paymentStatuses, payWith } from './payer'

const isRefresh = (address: URL) => address.searchParams.has('_rsc')

/** Waits for the page's first refresh, after which its scripts listen. */
const looksAgain = (page: Page) => page.waitForRequest((request) => isRefresh(new URL(request.url())))

/** URL at which the page queries the bank. */
const BANK_ASKED = '**/return?*'

test('a payer who approves at the bank has paid', async ({ page }) => {
  const link = await createLink()
  await goToBankConfirmation(page, link)
  await page.getByRole('button', { name: english('test-bank.approve') }).click()
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  expect(await paymentStatuses(link)).toEqual(['APPROVED'])
})

test('a payer who refuses at the bank is not charged and pays with another card', async ({
  page,
  browser,
}) => {
  const link = await createLink()
  await goToBankConfirmation(page, link)
  await page.getByRole('button', { name: english('test-bank.refuse') }).click()
  await expect(page.getByText(english('pay-form.declinedTitle'))).toBeVisible()
  // A decline keeps the payer's name but nothing of the card.
  await expect(page.getByLabel(english('pay-form.name'))).toHaveValue('Rosa Payer')
  await expect(page.getByLabel(english('pay-form.email'))).toHaveValue('rosa@example.com')
  for (const field of [
    english('card-fields.number'),
    english('card-fields.expiry'),
    english('card-fields.cvc'),
  ])
    await expect(page.getByLabel(field)).toHaveValue('')
  const stranger = await browser.newContext()
  const elsewhere = await stranger.newPage()
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByLabel(english('pay-form.name'))).toHaveValue('')
  await expect(elsewhere.getByLabel(english('pay-form.email'))).toHaveValue('')
  await stranger.close()
  await payWith(page, CARDS.amex)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  expect((await paymentStatuses(link)).sort()).toEqual(['APPROVED', 'FAILED'])
})

test('a payer who pays with another card cannot be charged by the first payment anymore', async ({
  page,
  context,
}) => {
  const link = await createLink({ max_uses: 1 })
  await goToBankConfirmation(page, link)
  const bank = page.url()
  await page.getByRole('link', { name: english('test-bank.leave') }).click()
  await expect(page.getByRole('link', { name: english('pay.ends.confirmGo') })).toBeVisible()
  const begun = page.url()
  await page.getByRole('link', { name: english('pay.ends.confirmOther') }).click()
  await page.waitForURL(link.url)
  await payWith(page, CARDS.amex)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()

  const second = await context.newPage()
  await second.goto(begun)
  await expect(second.getByRole('heading', { name: english('pay.ends.completedTitle') })).toBeVisible()
  await expect(second.getByText(english('pay.ends.confirmNoMore'))).toBeVisible()
  await expect(second.getByRole('link', { name: english('pay.ends.confirmGo') })).toHaveCount(0)
  // The bank has no information about the other card, but an approval there moves no money.
  await second.goto(bank)
  await second.getByRole('button', { name: english('test-bank.approve') }).click()
  await expect(second.getByText(english('pay.ends.annulledTitle'))).toBeVisible()
  expect((await paymentStatuses(link)).sort()).toEqual(['APPROVED', 'VOIDED'])
})

test('Back, a reload, a second tab and leaving the bank all show the same payment', async ({
  page,
  context,
}) => {
  const link = await createLink()
  await goToBankConfirmation(page, link)
  await page.goBack()
  const goOn = page.getByRole('link', { name: english('pay.ends.confirmGo') })
  await expect(goOn).toBeVisible()
  await page.reload()
  await expect(goOn).toBeVisible()

  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole('link', { name: english('pay.ends.confirmGo') }).click()
  await second.getByRole('link', { name: english('test-bank.leave') }).click()
  await expect(second.getByRole('link', { name: english('pay.ends.confirmGo') })).toBeVisible()
  await second.getByRole('link', { name: english('pay.ends.confirmGo') }).click()
  await second.getByRole('button', { name: english('test-bank.approve') }).click()
  await expect(second.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  // The first tab updates automatically.
  await expect(page.getByRole('heading', { name: english('pay.ends.paidTitle') })).toBeVisible({
    timeout: 20_000,
  })
  expect(await paymentStatuses(link)).toEqual(['APPROVED'])
})

test('the bank accepts no decision from another site and no unknown decision', async ({ page, request }) => {
  const link = await createLink()
  await goToBankConfirmation(page, link)
  const action = `${page.url()}/decision`
  const send = (decision: string, origin = new URL(action).origin) =>
    request.post(action, { form: { decision }, headers: { Origin: origin } })
  expect((await send('approve', 'https://evil.example')).status()).toBe(403)
  expect((await send('maybe')).status()).toBe(400)
  await expect(page.getByRole('heading', { name: english('test-bank.open.title') })).toBeVisible()
  expect(await paymentStatuses(link)).toEqual(['PENDING'])
})

test('a payer who presses “I have confirmed it” is charged only after the bank’s confirmation', async ({
  page,
}) => {
  const link = await createLink()
  await goToBankConfirmation(page, link)
  const bank = page.url()
  let looks = looksAgain(page)
  await page.getByRole('link', { name: english('test-bank.leave') }).click()
  const done = page.getByRole('button', { name: english('pay-bank.confirmDone') })
  const message = page.getByRole('status').filter({ hasText: english('pay-bank.confirmUnknown') })
  await expect(done).toBeVisible()
  await looks
  await expect(message).toHaveCount(0)

  const goOn = await delayRequests(page, BANK_ASKED)
  await done.click()
  await expect(page.getByRole('button', { name: english('pay-bank.confirmBusy') })).toBeFocused()
  await expect(message).toHaveCount(0)
  goOn()
  await expect(message).toBeVisible()
  await expect(done).toBeFocused()
  looks = looksAgain(page)
  await page.reload()
  await looks
  await expect(message, 'after a reload').toHaveCount(0)

  await page.unroute('**/return?*')
  await page.route(BANK_ASKED, (route) => route.abort())
  await done.click()
  await expect(page.getByRole('status').filter({ hasText: english('pay-bank.confirmLost') })).toBeVisible()
  await page.unroute('**/return?*')
  // The bank has confirmed without redirecting back: the button queries it.
  const decision = await page.request.post(`${bank}/decision`, {
    form: { decision: 'approve' },
    headers: { Origin: new URL(bank).origin },
    maxRedirects: 0,
  })
  expect(decision.status()).toBe(303)
  await done.click()
  await expect(page.getByRole('heading', { name: english('pay.ends.paidTitle') })).toBeVisible()
  expect(await paymentStatuses(link)).toEqual(['APPROVED'])
})

test('the confirmation step stays on screen without a network and reports the reason', async ({
  page,
  context,
}) => {
  await page.clock.install()
  const link = await createLink()
  await goToBankConfirmation(page, link)
  const looks = looksAgain(page)
  await page.getByRole('link', { name: english('test-bank.leave') }).click()
  const done = page.getByRole('button', { name: english('pay-bank.confirmDone') })
  await expect(done).toBeVisible()
  await page.clock.fastForward('00:02')
  await looks
  await context.setOffline(true)
  await done.click()
  const message = page.getByRole('status').filter({ hasText: english('pay-bank.confirmOffline') })
  await expect(message).toBeVisible()
  // The page's next refreshes fall into that time.
  await page.clock.runFor('01:00')
  await expect(message).toBeVisible()
  await expect(page.getByRole('heading', { name: english('pay.ends.confirmTitle') })).toBeVisible()
  await context.setOffline(false)
  await done.click()
  await expect(page.getByRole('status').filter({ hasText: english('pay-bank.confirmUnknown') })).toBeVisible()
})

test('a payer without scripts checks the bank’s decision, approves there and has paid', async ({
  browser,
}) => {
  const link = await createLink()
  const payer = await browser.newContext({ javaScriptEnabled: false })
  const page = await payer.newPage()
  await page.goto(link.url)
  await payWith(page, CARDS.confirm)
  const message = page.getByRole('status').filter({ hasText: english('pay-bank.confirmUnknown') })
  await expect(page.getByRole('link', { name: english('pay.ends.confirmGo') })).toBeVisible()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: english('pay-bank.confirmDone') }).click()
  await expect(message).toBeVisible()
  const answered = page.url()
  await page.getByRole('link', { name: english('pay.ends.confirmGo') }).click()
  await page.getByRole('button', { name: english('test-bank.approve') }).click()
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  await page.goto(answered)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  await expect(message).toHaveCount(0)
  await payer.close()
})

test('the confirmation step shows its deadline and the minutes left', async ({ page }) => {
  await page.clock.install()
  const link = await createLink()
  await goToBankConfirmation(page, link)
  await page.route(isRefresh, () => {})
  const looks = looksAgain(page)
  await page.getByRole('link', { name: english('test-bank.leave') }).click()
  const { timezone } = await (await callApi('GET', '/me')).json()
  const day = (at: number) => new Date(at).toLocaleDateString('en-GB', { timeZone: timezone })
  const sameDay = day(Date.now()) === day(Date.now() + CONFIRMATION_MS)
  const city = cityOf(timezone).replace(/\s/g, '\\s')
  const sentence = (minutes: string) =>
    new RegExp(
      `until ${sameDay ? '' : '\\d+ \\w+ \\d+, '}\\d\\d:\\d\\d \\(${city}\\), in\\s${minutes}\\smin\\.`,
    )
  await expect(page.getByText(sentence('(29|30)'))).toBeVisible()
  await looks
  await page.clock.fastForward('12:00')
  await expect(page.getByText(sentence('1[678]'))).toBeVisible()
})
