import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { callApi } from './demo'
import { CARDS, createCustomerLink, createLink, paymentStatuses, payWith } from './payer'

test('an attempt whose request was lost is sent again under its token, and another payer’s token is refused', async ({
  page,
}) => {
  const link = await createLink()
  const token = page.locator('input[name="attempt"]')
  const strangers = '00000000-0000-4000-8000-000000000000'
  await page.goto(`${link.url}?attempt=${strangers}`)
  await expect(token).not.toHaveValue(strangers)
  await expect(page.getByText(english('pay-form.lostTitle'))).toBeHidden()

  // The request reaches the server and ends before a payment is written.
  const own = '11111111-1111-4111-8111-111111111111'
  const lost = await page.request.post(`${link.url}/attempt`, {
    form: { attempt: own },
    headers: { Accept: 'application/json', Origin: new URL(link.url).origin },
  })
  expect(await lost.json()).toMatchObject({ status: 'invalid' })
  await page.goto(`${link.url}?attempt=${own}`)
  await expect(token).toHaveValue(own)
  await expect(page.getByText(english('pay-form.lostTitle'))).toBeVisible()
})

test('a payment without a network is not sent, and succeeds once the network is back', async ({
  page,
  context,
}) => {
  const link = await createLink()
  await page.goto(link.url)
  await context.setOffline(true)
  await payWith(page, CARDS.approved)
  const message = page.getByRole('alert').filter({ hasText: english('payer-form.offline.title') })
  await expect(message).toBeVisible()
  await expect(page.getByText(english('pay-form.lostTitle'))).toHaveCount(0)
  const submit = page.getByRole('button', { name: /^Pay / })
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(submit).not.toBeFocused()
  await expect(message).toBeInViewport()
  await context.setOffline(false)
  await submit.click()
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  expect(await paymentStatuses(link)).toEqual(['APPROVED'])
})

test('an empty form focuses its first field and names every missing one', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto((await createLink()).url)
  const number = page.getByLabel(english('card-fields.number'))
  const submit = page.getByRole('button', { name: /^Pay / })
  for (const above of [
    page.getByText(english('card-fields.number'), { exact: true }),
    page.getByText(english('pay-form.byCard')),
  ]) {
    // The edge of the window cuts the label off, while the field is visible.
    await above.evaluate((it) => scrollBy(0, it.getBoundingClientRect().top + 5))
    await submit.dispatchEvent('click')
    await expect(number).toBeFocused()
    for (const message of [english('pay-form.byCard'), english('card-fields.number')])
      await expect(page.getByText(message, { exact: true })).toBeInViewport({ ratio: 1 })
    await submit.focus()
  }
  await expect(page.getByLabel(english('card-fields.expiry'))).toHaveAccessibleDescription(
    english('card-fields.problems.expiry.required') ?? 'message',
  )
  await expect(page.getByLabel(english('card-fields.cvc'))).toHaveAccessibleDescription(
    english('card-fields.problems.cvc.required') ?? 'message',
  )
  await page.getByLabel(english('card-fields.expiry')).fill('13/40')
  await page.getByLabel(english('card-fields.cvc')).fill('1')
  await submit.click()
  await expect(page.getByLabel(english('card-fields.expiry'))).toHaveAccessibleDescription(
    english('card-fields.problems.expiry') ?? 'message',
  )
  await expect(page.getByLabel(english('card-fields.cvc'))).toHaveAccessibleDescription(
    english('card-fields.problems.cvc') ?? 'message',
  )
})

test('a decline for suspected fraud does not reveal its reason', async ({ page }) => {
  const link = await createLink()
  await page.goto(link.url)
  await payWith(page, CARDS.fraud)
  await expect(page.getByText(english('pay-form.declinedTitle'))).toBeVisible()
  expect(await page.locator('main').innerText()).not.toMatch(/fraud|suspect|stolen|lost/i)
  await page.goto(page.url())
  expect(await page.content()).not.toMatch(/fraudulent/)
  await expect(page.getByLabel(english('card-fields.cvc'))).toHaveValue('')
})

test('a decline keeps the typed values except the security code, and another card pays', async ({ page }) => {
  await page.goto((await createLink()).url)
  await payWith(page, CARDS.noMoney)
  await expect(
    page.locator('div:focus').filter({ hasText: english('pay-form.declinedText', { why: '' }) }),
  ).toBeVisible()
  await expect(page.getByLabel(english('card-fields.number'))).toHaveValue('4000 0000 0000 9995')
  const code = page.getByLabel(english('card-fields.cvc'))
  await expect(code).toHaveValue('')
  await expect(code).toHaveAccessibleDescription(english('card-fields.cvcAgain'))
  await expect(code).not.toHaveAttribute('aria-invalid')
  const button = page.getByRole('button', { name: /^Pay / })
  await button.click()
  await expect(code).toBeFocused()
  await expect(
    page.getByText(english('pay-form.declinedTitle')),
    'the message of the press before',
  ).toBeHidden()
  await page.getByLabel(english('card-fields.number')).click()
  await page.keyboard.type(CARDS.approved)
  await expect(page.getByLabel(english('card-fields.number'))).toHaveValue('4242 4242 4242 4242')
  await code.fill('123')
  await expect(page.getByText(english('card-fields.cvcAgain'))).toBeHidden()
  await button.click()
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
})

test('the form promises no email receipt', async ({ page }) => {
  const link = await createLink()
  await page.goto(link.url)
  await expect(page.getByLabel(english('pay-form.email'))).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/receipt/i)
})

test('a non-test card is refused at its number, and a test card of the list fills the form', async ({
  page,
}) => {
  const link = await createLink()
  await page.goto(link.url)
  await expect(page.getByText(english('pay.testCardsLead'))).toBeHidden()
  await payWith(page, CARDS.nonTest)
  await expect(page.getByText(english('card-fields.problems.number.not_test_card') ?? '')).toBeVisible()
  await expect(page.getByLabel(english('card-fields.number'))).toBeFocused()
  await expect(page.getByText(english('pay.testCardsLead'))).toBeVisible()
  expect(await paymentStatuses(link)).toEqual([])

  await page.getByLabel(english('pay-form.name')).fill('')
  await page.getByRole('button', { name: '3782 822463 10005' }).click()
  await expect(page.getByLabel(english('card-fields.number'))).toHaveValue('3782 822463 10005')
  await expect(page.getByLabel(english('card-fields.cvc'))).toHaveValue('1234')
  await expect(page.getByLabel(english('pay-form.name'))).toHaveValue(english('card-fields.testName'))
  await expect(page.getByText(english('pay.testCardsLead'))).toBeHidden()
  await expect(page.getByRole('button', { name: /^Pay / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  expect(await paymentStatuses(link)).toEqual(['APPROVED'])
})

test('a non-test card is refused without scripts too, and a payer who had to wait gets no claim that nothing was charged', async ({
  browser,
}) => {
  const link = await createLink()
  const payer = await browser.newContext({ javaScriptEnabled: false })
  const page = await payer.newPage()
  await page.goto(link.url)
  await payWith(page, CARDS.nonTest)
  await expect(page.getByText(english('card-fields.problems.number.not_test_card') ?? '')).toBeVisible()
  await expect(page.getByText(english('pay.testCardsLead'))).toBeVisible()
  expect(await paymentStatuses(link)).toEqual([])
  await payWith(page, CARDS.approved)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  // A payer who was rate-limited, waited and paid was charged.
  await page.goto(`${link.url}?wait=12`)
  await expect(page.getByText(english('pay.ends.completedTitle'))).toBeVisible()
  await expect(page.getByText(english('pay.ends.notCharged'))).toHaveCount(0)
  const other = await createLink()
  await page.goto(`${other.url}?wait=12`)
  await expect(page.getByText(english('pay-form.tooMany', { seconds: 12 }))).toBeVisible()
  await payer.close()
})

test('a card is saved only for a customer who ticks it', async ({ page }) => {
  const card = async (customerId: string) =>
    (await (await callApi('GET', `/customers/${customerId}`)).json()).card
  const unticked = await createCustomerLink()
  await page.goto(unticked.url)
  const box = page.getByRole('checkbox')
  await expect(box).not.toBeChecked()
  await payWith(page, CARDS.approved)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  expect(await card(unticked.customerId)).toBeNull()

  const ticked = await createCustomerLink()
  await page.goto(ticked.url)
  await box.check()
  await payWith(page, CARDS.approved)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  expect(await card(ticked.customerId)).toEqual({ brand: 'visa', last4: '4242', expiry: '12/40' })

  await page.goto((await createLink()).url)
  await expect(page.getByLabel(english('card-fields.number'))).toBeVisible()
  await expect(box).toHaveCount(0)
})

test('a security code of the wrong length is refused with the length of its card', async ({ page }) => {
  await page.goto((await createLink()).url)
  const number = page.getByLabel(english('card-fields.number'))
  const code = page.getByLabel(english('card-fields.cvc'))
  const submit = page.getByRole('button', { name: /^Pay / })
  await expect(code).toHaveAttribute('maxlength', '4')
  for (const [card, typed, message, length] of [
    [CARDS.amex, '123', english('card-fields.problems.cvc.digits_4'), '4'],
    [CARDS.approved, '12', english('card-fields.problems.cvc.digits_3'), '3'],
  ] as const) {
    await code.fill('')
    await number.fill(card)
    await code.fill(typed)
    await page.getByLabel(english('pay-form.name')).focus()
    await expect(code).toHaveAccessibleDescription(message)
    await submit.click()
    await expect(code).toHaveAccessibleDescription(message)
    await expect(code).toHaveAttribute('maxlength', length)
  }

  // Another card can make the same code invalid, or valid again.
  await code.fill('123')
  await number.fill(CARDS.amex)
  await expect(code).toHaveAccessibleDescription(english('card-fields.problems.cvc.digits_4'))
  await code.fill('1234')
  await expect(code).not.toHaveAttribute('aria-invalid')
  await number.fill(CARDS.approved)
  await expect(code).toHaveValue('1234')
  await expect(code).toHaveAccessibleDescription(english('card-fields.problems.cvc.digits_3'))
  await number.fill(CARDS.amex)
  await expect(code).not.toHaveAttribute('aria-invalid')
  await number.fill('')
  await code.fill('')
  await submit.click()
  await number.fill(CARDS.approved)
  await expect(code, 'missing is missing, for every card').toHaveAccessibleDescription(
    english('card-fields.problems.cvc.required') ?? 'message',
  )
  await code.pressSequentially('1234')
  await expect(code).toHaveValue('123')
})

test('a security code of the wrong length is refused without scripts too', async ({ page, browser }) => {
  const link = await createLink()
  const payer = await browser.newContext({ javaScriptEnabled: false })
  const plainPage = await payer.newPage()
  for (const [card, typed, message] of [
    [CARDS.amex, '123', english('card-fields.problems.cvc.digits_4')],
    [CARDS.approved, '1234', english('card-fields.problems.cvc.digits_3')],
  ] as const) {
    await plainPage.goto(link.url)
    await plainPage.getByLabel(english('card-fields.number')).fill(card)
    await plainPage.getByLabel(english('card-fields.expiry')).fill('12/40')
    await plainPage.getByLabel(english('card-fields.cvc')).fill(typed)
    await plainPage.getByLabel(english('pay-form.name')).fill('Rosa Payer')
    await plainPage.getByRole('button', { name: /^Pay / }).click()
    await expect(plainPage.getByLabel(english('card-fields.cvc'))).toHaveAccessibleDescription(message)
  }
  await payer.close()

  // The scripts loaded after the form was sent.
  await page.goto(`${link.url}?invalid=cvc.digits_4`)
  const code = page.getByLabel(english('card-fields.cvc'))
  await expect(code).toHaveAccessibleDescription(english('card-fields.problems.cvc.digits_4'))
  await page.getByLabel(english('card-fields.number')).fill(CARDS.approved)
  await expect(code).toHaveAccessibleDescription(english('card-fields.problems.cvc.digits_3'))
})

for (const scripted of [true, false])
  test(`a second tab of a paid link charges nothing and reports it, ${
    scripted ? 'with' : 'without'
  } scripts`, async ({ browser }) => {
    const link = await createLink({ max_uses: 1 })
    const payer = await browser.newContext({ javaScriptEnabled: scripted })
    const [first, second, later] = [await payer.newPage(), await payer.newPage(), await payer.newPage()]
    for (const tab of [first, second]) await tab.goto(link.url)
    await payWith(first, CARDS.approved)
    await expect(first.getByText(english('pay.ends.paidTitle'))).toBeVisible()
    await payWith(second, CARDS.amex)
    await expect(second.getByRole('heading', { name: english('pay.ends.completedTitle') })).toBeVisible()
    await expect(second.getByText(english('pay.ends.notCharged'))).toBeVisible()
    expect(await paymentStatuses(link)).toEqual(['APPROVED'])
    // A visitor who pressed nothing, while the first payer was charged.
    await later.goto(link.url)
    await expect(later.getByRole('heading', { name: english('pay.ends.completedTitle') })).toBeVisible()
    await expect(later.getByText(english('pay.ends.notCharged'))).toHaveCount(0)
    await first.reload()
    await expect(first.getByText(english('pay.ends.paidTitle'))).toBeVisible()
    await expect(first.getByText(english('pay.ends.notCharged'))).toHaveCount(0)
    await payer.close()
  })
