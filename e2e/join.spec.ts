import { execFileSync } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { join } from '@/lib/messages/join'
import { pay } from '@/lib/messages/pay'
import { codeDigits, payForm } from '@/lib/messages/pay-form'
import { securityCodeOf } from '@/test/leak-search/security-codes'
import { callApi, demo } from './demo'
import { comeFromAnotherAddress } from './payer'

const MERCHANT = 'Café Aurora'

async function signUp(page: Page, { phone, number }: { phone: string; number: string }) {
  await comeFromAnotherAddress(page)
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(join.name, { exact: true }).fill('Rosa Joiner')
  await page.getByLabel(join.phone).fill(phone)
  await page.getByText(join.card, { exact: true }).click()
  await page.getByLabel(pay.number).fill(number)
  await page.getByLabel(pay.expiry).fill('12/40')
  await page.getByLabel(pay.cvc).fill(securityCodeOf(number))
  await page.getByLabel(join.cardConsent(MERCHANT)).check()
  await page.getByLabel(join.consent(MERCHANT)).check()
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByRole('heading', { name: join.doneTitle })).toBeVisible()
  return page.locator('main').innerText()
}

async function savedCard(phone: string) {
  const list = await (await callApi('GET', `/customers?phone=${encodeURIComponent(phone)}`)).json()
  return list.data.map((it: { source: string; card: { last4: string } }) => [it.source, it.card.last4])
}

/** The last code for a phone, where the operator reads it. */
function shownCode(phone: string): string {
  const args = ['scripts/operator.mjs', 'outbox', '--json']
  const messages: { to: string; text: string }[] = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const message = messages.find(({ to }) => to === phone)
  return /\d{6}/.exec(message?.text ?? '')?.[0] ?? 'no message'
}

test('a customer signs up with a card; signing up again changes it only by the code sent to the phone', async ({
  page,
}) => {
  const phone = `+1212${String(Date.now()).slice(-7)}`
  const first = await signUp(page, { phone, number: '4242424242424242' })
  expect(await savedCard(phone)).toEqual([['SELF', '4242']])
  await page.reload()
  await expect(page.getByRole('heading', { name: join.doneTitle })).toBeVisible()
  await expect(page.getByText(join.lead(MERCHANT))).toHaveCount(0)
  await expect(page.getByText(join.doneFirst)).toBeVisible()
  await expect(page.getByText(join.codeTestMode)).toBeHidden()
  await page.getByText(join.knownCode).click()
  await expect(page.getByText(join.codeTestMode)).toBeVisible()
  // Where a code that is not right leads back to without scripts: its fold must not hide that.
  await page.goto(`${page.url()}&code=wrong`)
  await expect(page.getByText(join.codeWrong)).toBeVisible()

  const second = await signUp(page, { phone, number: '5555555555554444' })
  expect(second).toBe(first)
  expect(await savedCard(phone)).toEqual([['SELF', '4242']])
  await page.getByText(join.knownCode).click()
  await page.getByRole('button', { name: join.codeSubmit }).click()
  await expect(page.getByText(join.codeMissing)).toBeVisible()
  await expect(page.getByLabel(join.code)).toBeFocused()
  const code = shownCode(phone)
  await page.getByLabel(join.code).fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: join.codeSubmit }).click()
  await expect(page.getByText(join.codeWrong)).toBeVisible()
  await page.getByLabel(join.code).fill(code)
  await page.getByRole('button', { name: join.codeSubmit }).click()
  await expect(page.getByRole('heading', { name: join.savedTitle })).toBeVisible()
  expect(await savedCard(phone)).toEqual([['SELF', '4444']])
})

test('the form tells what is wrong where it is wrong, and keeps what was typed', async ({ page }) => {
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(join.name, { exact: true }).fill('Rosa')
  await page.getByLabel(join.phone).fill('12')
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByText(join.problems.phone ?? '')).toBeVisible()
  await expect(page.getByText(join.problems.consent ?? '')).toBeVisible()
  await expect(page.getByLabel(join.phone)).toBeFocused()
  await expect(page.getByLabel(join.name, { exact: true })).toHaveValue('Rosa')

  await page.setViewportSize({ width: 375, height: 667 })
  await page.getByLabel(join.name, { exact: true }).fill('')
  const heading = page.getByRole('heading', { name: join.yourDetails })
  await page.getByRole('button', { name: join.submit }).focus()
  await heading.evaluate((it) => scrollBy(0, it.getBoundingClientRect().top + 5))
  await page.getByRole('button', { name: join.submit }).dispatchEvent('click')
  await expect(page.getByLabel(join.name, { exact: true })).toBeFocused()
  await expect(heading).toBeInViewport({ ratio: 1 })
  expect((await page.goto('/join/nobodys-shop'))?.status()).toBe(404)
})

test('a card that is none of the test bank’s is told at its number; the list fills the card, not the name', async ({
  page,
}) => {
  const phone = `+1214${String(Date.now()).slice(-7)}`
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(join.name, { exact: true }).fill('Rosa Picker')
  await page.getByLabel(join.phone).fill(phone)
  await page.getByText(join.card, { exact: true }).click()
  await page.getByLabel(pay.number).fill('4111111111111111')
  await page.getByLabel(join.consent(MERCHANT)).check()
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByText(join.problems['number.not_test_card'] ?? '')).toBeVisible()
  await page.getByRole('button', { name: '5555 5555 5555 4444' }).click()
  await expect(page.getByLabel(join.name, { exact: true })).toHaveValue('Rosa Picker')
  await expect(page.getByLabel(join.cardConsent(MERCHANT))).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByRole('heading', { name: join.doneTitle })).toBeVisible()
  expect(await savedCard(phone)).toEqual([['SELF', '4444']])
})

for (const scripted of [true, false])
  test(`a code that does not fit is asked for by its card, ${scripted ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const visitor = await browser.newContext({ javaScriptEnabled: scripted })
    const page = await visitor.newPage()
    for (const [number, typed, told] of [
      ['378282246310005', '123', codeDigits['cvc.digits_4']],
      ['4242424242424242', scripted ? '12' : '1234', codeDigits['cvc.digits_3']],
    ] as const) {
      await page.goto(`/join/${demo().account_slug}`)
      await page.getByLabel(join.name, { exact: true }).fill('Rosa Joiner')
      await page.getByLabel(join.phone).fill('+12125550100')
      await page.getByText(join.card, { exact: true }).click()
      await page.getByLabel(pay.number).fill(number)
      await page.getByLabel(pay.expiry).fill('12/40')
      await page.getByLabel(pay.cvc).fill(typed)
      await page.getByLabel(join.cardConsent(MERCHANT)).check()
      await page.getByLabel(join.consent(MERCHANT)).check()
      await page.getByRole('button', { name: join.submit }).click()
      await expect(page.getByLabel(pay.cvc)).toHaveAccessibleDescription(told)
    }
    await visitor.close()
  })

test('a press without a network sends nothing and says so; what was typed is sent as soon as it is back', async ({
  page,
  context,
}) => {
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(join.name, { exact: true }).fill('Rosa Waiter')
  await page.getByLabel(join.phone).fill(`+1217${String(Date.now()).slice(-7)}`)
  await page.getByLabel(join.consent(MERCHANT)).check()
  await context.setOffline(true)
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByRole('alert').filter({ hasText: payForm.offline.title })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByRole('heading', { name: join.doneTitle })).toBeVisible()
})

test('a tick under an empty card that was folded away again is no error', async ({ page }) => {
  const phone = `+1215${String(Date.now()).slice(-7)}`
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(join.name, { exact: true }).fill('Rosa Ticker')
  await page.getByLabel(join.phone).fill(phone)
  await page.getByText(join.card, { exact: true }).click()
  await page.getByLabel(join.cardConsent(MERCHANT)).check()
  await page.getByText(join.card, { exact: true }).click()
  await expect(page.locator('[name=card_consent]')).not.toBeChecked()
  await page.getByLabel(join.consent(MERCHANT)).check()
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByRole('heading', { name: join.doneTitle })).toBeVisible()
  // Nothing is said of a card that nobody left.
  await expect(page.getByText(join.knownPlain(MERCHANT))).toBeVisible()
  const list = await (await callApi('GET', `/customers?phone=${encodeURIComponent(phone)}`)).json()
  expect(list.data.map(({ card }: { card: unknown }) => card)).toEqual([null])
})

test('a tick under an open card that is empty asks for the card, until it is unticked', async ({ page }) => {
  const phone = `+1216${String(Date.now()).slice(-7)}`
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(join.name, { exact: true }).fill('Rosa Ticker')
  await page.getByLabel(join.phone).fill(phone)
  await page.getByText(join.card, { exact: true }).click()
  const tick = page.getByLabel(join.cardConsent(MERCHANT))
  await tick.check()
  await page.getByLabel(join.consent(MERCHANT)).check()
  await page.getByRole('button', { name: join.submit }).click()
  const asked = page.getByText(join.problems['number.consented'] ?? '')
  await expect(asked).toBeVisible()
  await expect(page.getByLabel(pay.number)).toBeFocused()
  await expect(tick).toBeChecked()
  await tick.uncheck()
  await expect(asked).toBeHidden()
  await page.getByRole('button', { name: join.submit }).click()
  await expect(page.getByText(join.knownPlain(MERCHANT))).toBeVisible()
})

test('on the narrowest phone the whole number of the card is in sight', async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 667 })
    await page.goto(`/join/${demo().account_slug}`)
    await page.getByText(join.card, { exact: true }).click()
    const number = page.getByLabel(pay.number)
    await number.fill('4242424242424242')
    const hidden = await number.evaluate((it) => it.scrollWidth - it.clientWidth)
    expect(hidden, `cut at ${width}`).toBeLessThanOrEqual(0)
    await page.screenshot({ path: `test-results/images/join-number-${width}.png` })
  }
})

test('what goes on is told below the button, in room that the card of the form has anyway', async ({
  page,
}) => {
  await page.route('**/register', () => {})
  for (const [width, edge] of [
    [320, 16],
    [375, 16],
    [768, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/join/${demo().account_slug}`)
    const submit = page.locator('form [type=submit]')
    const card = page.locator('form').locator('..')
    const places = async () => [await submit.boundingBox(), await card.boundingBox()] as const
    const [button, around] = await places()
    const below = (around?.y ?? 0) + (around?.height ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
    expect(Math.round(below), `at ${width}`).toBe(edge)
    expect(Math.round((button?.x ?? 0) - (around?.x ?? 0)), `at ${width}`).toBe(edge)
    await submit.click()
    const told = page.getByText(payForm.keepOpen)
    await expect(told).toBeVisible()
    const after = await places()
    expect([after[0]?.height, after[1]?.height], `at ${width}`).toEqual([button?.height, around?.height])
    const line = await told.boundingBox()
    expect((line?.y ?? 0) + (line?.height ?? 0), `at ${width}`).toBeLessThanOrEqual(
      (after[1]?.y ?? 0) + (after[1]?.height ?? 0),
    )
    await page.screenshot({ path: `test-results/images/join-busy-${width}.png` })
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a customer signs up just the same', async ({ page }) => {
    const phone = `+1213${String(Date.now()).slice(-7)}`
    await signUp(page, { phone, number: '4242424242424242' })
    expect(await savedCard(phone)).toEqual([['SELF', '4242']])
  })
})
