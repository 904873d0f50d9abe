import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { securityCodeOf } from '@/test/leak-search/security-codes'
import { callApi, demo } from './demo'
import { switchAddress } from './payer'
import { mailsTo } from './test-owner'

const MERCHANT = 'Café Aurora'

async function signUp(page: Page, { phone, number }: { phone: string; number: string }) {
  await switchAddress(page)
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Joiner')
  await page.getByLabel(english('join-form.phone')).fill(phone)
  await page.getByText(english('join-form.card'), { exact: true }).click()
  await page.getByLabel(english('card-fields.number')).fill(number)
  await page.getByLabel(english('card-fields.expiry')).fill('12/40')
  await page.getByLabel(english('card-fields.cvc')).fill(securityCodeOf(number))
  await page.getByLabel(english('join-form.cardConsent', { merchant: MERCHANT })).check()
  await page.getByLabel(english('join-form.consent', { merchant: MERCHANT })).check()
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByRole('heading', { name: english('join.doneTitle') })).toBeVisible()
  return page.locator('main').innerText()
}

async function savedCard(phone: string) {
  const list = await (await callApi('GET', `/customers?phone=${encodeURIComponent(phone)}`)).json()
  return list.data.map((it: { source: string; card: { last4: string } }) => [it.source, it.card.last4])
}

test('a second sign-up changes the saved card only with the code sent to the phone', async ({ page }) => {
  const phone = `+1212${String(Date.now()).slice(-7)}`
  const first = await signUp(page, { phone, number: '4242424242424242' })
  expect(await savedCard(phone)).toEqual([['SELF', '4242']])
  await page.reload()
  await expect(page.getByRole('heading', { name: english('join.doneTitle') })).toBeVisible()
  await expect(page.getByText(english('join.lead', { merchant: MERCHANT }))).toHaveCount(0)
  await expect(page.getByText(english('join.doneFirst'))).toBeVisible()
  await expect(page.getByText(english('join.codeTestMode'))).toBeHidden()
  await page.getByText(english('join.knownCode')).click()
  await expect(page.getByText(english('join.codeTestMode'))).toBeVisible()
  // Without scripts a wrong code redirects back to this page, and the fold must not hide it.
  await page.goto(`${page.url()}&code=wrong`)
  await expect(page.getByText(english('join-form.problems.code'))).toBeVisible()

  const second = await signUp(page, { phone, number: '5555555555554444' })
  expect(second).toBe(first)
  expect(await savedCard(phone)).toEqual([['SELF', '4242']])
  await page.getByText(english('join.knownCode')).click()
  await page.getByRole('button', { name: english('join-form.codeSubmit') }).click()
  await expect(page.getByText(english('join-form.problems.code.required'))).toBeVisible()
  await expect(page.getByLabel(english('join-form.code'))).toBeFocused()
  const [message = ''] = await mailsTo(phone, /\d{6}/)
  const [code = ''] = /\d{6}/.exec(message) ?? []
  await page.getByLabel(english('join-form.code')).fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: english('join-form.codeSubmit') }).click()
  await expect(page.getByText(english('join-form.problems.code'))).toBeVisible()
  await page.getByLabel(english('join-form.code')).fill(code)
  await page.getByRole('button', { name: english('join-form.codeSubmit') }).click()
  await expect(page.getByRole('heading', { name: english('join.savedTitle') })).toBeVisible()
  expect(await savedCard(phone)).toEqual([['SELF', '4444']])
})

test('an invalid sign-up is refused at its fields and keeps the typed values', async ({ page }) => {
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa')
  await page.getByLabel(english('join-form.phone')).fill('12')
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByText(english('join-form.problems.phone'))).toBeVisible()
  await expect(page.getByText(english('join-form.problems.consent'))).toBeVisible()
  await expect(page.getByLabel(english('join-form.phone'))).toBeFocused()
  await expect(page.getByLabel(english('join-form.name'), { exact: true })).toHaveValue('Rosa')

  await page.setViewportSize({ width: 375, height: 667 })
  await page.getByLabel(english('join-form.name'), { exact: true }).fill('')
  const heading = page.getByRole('heading', { name: english('join-form.yourDetails') })
  await page.getByRole('button', { name: english('join-form.submit') }).focus()
  await heading.evaluate((it) => scrollBy(0, it.getBoundingClientRect().top + 5))
  await page.getByRole('button', { name: english('join-form.submit') }).dispatchEvent('click')
  await expect(page.getByLabel(english('join-form.name'), { exact: true })).toBeFocused()
  await expect(heading).toBeInViewport({ ratio: 1 })
  expect((await page.goto('/join/nobodys-shop'))?.status()).toBe(404)
})

test('a non-test card is refused at its number, and a test card of the list fills in the card alone', async ({
  page,
}) => {
  const phone = `+1214${String(Date.now()).slice(-7)}`
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Picker')
  await page.getByLabel(english('join-form.phone')).fill(phone)
  await page.getByText(english('join-form.card'), { exact: true }).click()
  await page.getByLabel(english('card-fields.number')).fill('4111111111111111')
  await page.getByLabel(english('join-form.consent', { merchant: MERCHANT })).check()
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByText(english('card-fields.problems.number.not_test_card'))).toBeVisible()
  await page.getByRole('button', { name: '5555 5555 5555 4444' }).click()
  await expect(page.getByLabel(english('join-form.name'), { exact: true })).toHaveValue('Rosa Picker')
  await expect(page.getByLabel(english('join-form.cardConsent', { merchant: MERCHANT }))).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByRole('heading', { name: english('join.doneTitle') })).toBeVisible()
  expect(await savedCard(phone)).toEqual([['SELF', '4444']])
})

for (const scripted of [true, false])
  test(`a security code of the wrong length is refused, ${scripted ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const visitor = await browser.newContext({ javaScriptEnabled: scripted })
    const page = await visitor.newPage()
    for (const [number, typed, message] of [
      ['378282246310005', '123', english('card-fields.problems.cvc.digits_4')],
      ['4242424242424242', scripted ? '12' : '1234', english('card-fields.problems.cvc.digits_3')],
    ] as const) {
      await page.goto(`/join/${demo().account_slug}`)
      await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Joiner')
      await page.getByLabel(english('join-form.phone')).fill('+12125550100')
      await page.getByText(english('join-form.card'), { exact: true }).click()
      await page.getByLabel(english('card-fields.number')).fill(number)
      await page.getByLabel(english('card-fields.expiry')).fill('12/40')
      await page.getByLabel(english('card-fields.cvc')).fill(typed)
      await page.getByLabel(english('join-form.cardConsent', { merchant: MERCHANT })).check()
      await page.getByLabel(english('join-form.consent', { merchant: MERCHANT })).check()
      await page.getByRole('button', { name: english('join-form.submit') }).click()
      await expect(page.getByLabel(english('card-fields.cvc'))).toHaveAccessibleDescription(message)
    }
    await visitor.close()
  })

test('a sign-up without a network is not sent, and succeeds once the network is back', async ({
  page,
  context,
}) => {
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Waiter')
  await page.getByLabel(english('join-form.phone')).fill(`+1217${String(Date.now()).slice(-7)}`)
  await page.getByLabel(english('join-form.consent', { merchant: MERCHANT })).check()
  await context.setOffline(true)
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByRole('alert').filter({ hasText: english('payer-form.offline.title') })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByRole('heading', { name: english('join.doneTitle') })).toBeVisible()
})

test('a sign-up whose card was folded away saves no card', async ({ page }) => {
  const phone = `+1215${String(Date.now()).slice(-7)}`
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Ticker')
  await page.getByLabel(english('join-form.phone')).fill(phone)
  await page.getByText(english('join-form.card'), { exact: true }).click()
  await page.getByLabel(english('join-form.cardConsent', { merchant: MERCHANT })).check()
  await page.getByText(english('join-form.card'), { exact: true }).click()
  await expect(page.locator('[name=card_consent]')).not.toBeChecked()
  await page.getByLabel(english('join-form.consent', { merchant: MERCHANT })).check()
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByRole('heading', { name: english('join.doneTitle') })).toBeVisible()
  await expect(page.getByText(english('join.knownPlain', { merchant: MERCHANT }))).toBeVisible()
  const list = await (await callApi('GET', `/customers?phone=${encodeURIComponent(phone)}`)).json()
  expect(list.data.map(({ card }: { card: unknown }) => card)).toEqual([null])
})

test('a consent without a card asks for the card until it is unticked', async ({ page }) => {
  const phone = `+1216${String(Date.now()).slice(-7)}`
  await page.goto(`/join/${demo().account_slug}`)
  await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Ticker')
  await page.getByLabel(english('join-form.phone')).fill(phone)
  await page.getByText(english('join-form.card'), { exact: true }).click()
  const tick = page.getByLabel(english('join-form.cardConsent', { merchant: MERCHANT }))
  await tick.check()
  await page.getByLabel(english('join-form.consent', { merchant: MERCHANT })).check()
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  const asked = page.getByText(english('join-form.problems.number.consented') ?? '')
  await expect(asked).toBeVisible()
  await expect(page.getByLabel(english('card-fields.number'))).toBeFocused()
  await expect(tick).toBeChecked()
  await tick.uncheck()
  await expect(asked).toBeHidden()
  await page.getByRole('button', { name: english('join-form.submit') }).click()
  await expect(page.getByText(english('join.knownPlain', { merchant: MERCHANT }))).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a customer signs up', async ({ page }) => {
    const phone = `+1213${String(Date.now()).slice(-7)}`
    await signUp(page, { phone, number: '4242424242424242' })
    expect(await savedCard(phone)).toEqual([['SELF', '4242']])
  })
})
