import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { pay } from '@/lib/messages/pay'
import { testBank } from '@/lib/messages/test-bank'
import { callApi, cityOf } from './demo'
import { CARDS, payWith } from './payer'

const MERCHANT = 'Café Aurora'
const VISIBLE_MS = 2_000

interface Link {
  id: string
  url: string
}

async function newLink(fields: Record<string, unknown> = {}): Promise<Link> {
  const made = await callApi('POST', '/payment_links', { title: 'Box of pastries', amount: 120.5, ...fields })
  return made.json()
}

/** A new customer with a link of their own. */
async function customersLink(): Promise<{ customerId: string; url: string }> {
  const phone = `+1212${String(Date.now()).slice(-7)}`
  const customer = await (await callApi('POST', '/customers', { name: 'Rosa', phone })).json()
  const made = await callApi('POST', `/customers/${customer.id}/charges`, { amount: 50 })
  const charge = await made.json()
  return { customerId: customer.id, url: charge.payment_url }
}

async function statuses(link: Link): Promise<string[]> {
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  return list.data.map(({ status }: { status: string }) => status)
}

async function toTheBank(page: Page, link: { url: string }): Promise<void> {
  await page.goto(link.url)
  await payWith(page, CARDS.confirm)
  await expect(page.getByRole('heading', { name: testBank.title })).toBeVisible()
  await expect(page.getByText(MERCHANT)).toBeVisible()
}

test('a payer approves at the bank, and has paid', async ({ page }) => {
  const link = await newLink()
  await toTheBank(page, link)
  await page.getByRole('button', { name: testBank.approve }).click()
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  expect(await statuses(link)).toEqual(['APPROVED'])
})

test('a payer refuses at the bank: nothing is charged, and another card pays', async ({ page }) => {
  const link = await newLink()
  await toTheBank(page, link)
  await page.getByRole('button', { name: testBank.refuse }).click()
  await expect(page.getByText(pay.declinedTitle)).toBeVisible()
  await payWith(page, CARDS.amex)
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  expect((await statuses(link)).sort()).toEqual(['APPROVED', 'FAILED'])
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

test("a try that was lost is sent again under its token; a stranger's token in the address is not taken", async ({
  page,
}) => {
  const link = await newLink()
  const token = page.locator('input[name="attempt"]')
  const strangers = '00000000-0000-4000-8000-000000000000'
  await page.goto(`${link.url}?attempt=${strangers}`)
  await expect(token).not.toHaveValue(strangers)
  await expect(page.getByText(pay.lostTitle)).toBeHidden()

  // The request leaves this browser and ends before the payment is written.
  const own = '11111111-1111-4111-8111-111111111111'
  const lost = await page.request.post(`${link.url}/attempt`, {
    form: { attempt: own },
    headers: { Accept: 'application/json' },
  })
  expect(await lost.json()).toMatchObject({ status: 'invalid' })
  await page.goto(`${link.url}?attempt=${own}`)
  await expect(token).toHaveValue(own)
  await expect(page.getByText(pay.lostTitle)).toBeVisible()
})

test('an empty form leads to its first field whole, with what is above it, and asks for each by its name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto((await newLink()).url)
  const number = page.getByLabel(pay.number)
  const submit = page.getByRole('button', { name: /^Pay / })
  for (const above of [page.getByText(pay.number, { exact: true }), page.getByText(pay.byCard)]) {
    // Just cut off by the window's edge, with the field itself in sight.
    await above.evaluate((it) => scrollBy(0, it.getBoundingClientRect().top + 5))
    await submit.dispatchEvent('click')
    await expect(number).toBeFocused()
    for (const told of [pay.byCard, pay.number])
      await expect(page.getByText(told, { exact: true })).toBeInViewport({ ratio: 1 })
    await submit.focus()
  }
  await expect(page.getByLabel(pay.expiry)).toHaveAccessibleDescription(
    pay.problems['expiry.required'] ?? 'told',
  )
  await expect(page.getByLabel(pay.cvc)).toHaveAccessibleDescription(pay.problems['cvc.required'] ?? 'told')
  await page.getByLabel(pay.expiry).fill('13/40')
  await page.getByLabel(pay.cvc).fill('1')
  await submit.click()
  await expect(page.getByLabel(pay.expiry)).toHaveAccessibleDescription(pay.problems.expiry ?? 'told')
  await expect(page.getByLabel(pay.cvc)).toHaveAccessibleDescription(pay.problems.cvc ?? 'told')
})

test('a card suspected of fraud is declined in words that say nothing of it', async ({ page }) => {
  const link = await newLink()
  await page.goto(link.url)
  await payWith(page, CARDS.fraud)
  await expect(page.getByText(pay.declinedTitle)).toBeVisible()
  expect(await page.locator('main').innerText()).not.toMatch(/fraud|suspect|stolen|lost/i)
  await page.goto(page.url())
  expect(await page.content()).not.toMatch(/fraudulent/)
  await expect(page.getByLabel(pay.cvc)).toHaveValue('')
})

test('a decline keeps what was typed but the code, says that nothing was charged, and leads to the number', async ({
  page,
}) => {
  await page.goto((await newLink()).url)
  await payWith(page, CARDS.noMoney)
  await expect(page.locator('div:focus').filter({ hasText: pay.declinedTold('') })).toBeVisible()
  await expect(page.getByLabel(pay.number)).toHaveValue('4000 0000 0000 9995')
  const code = page.getByLabel(pay.cvc)
  await expect(code).toHaveValue('')
  await expect(code).toHaveAccessibleDescription(pay.cvcAgain)
  await expect(code).not.toHaveAttribute('aria-invalid')
  await page.getByLabel(pay.number).click()
  await page.keyboard.type(CARDS.approved)
  await expect(page.getByLabel(pay.number)).toHaveValue('4242 4242 4242 4242')
  await code.fill('123')
  await expect(page.getByText(pay.cvcAgain)).toBeHidden()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
})

test('the receipt stands at its own address, prints without what is only for the screen, and tells no e-mail', async ({
  page,
  browser,
}) => {
  const link = await newLink()
  await page.goto(link.url)
  await payWith(page, CARDS.approved)
  await page.getByRole('link', { name: pay.receipt.open }).click()
  await expect(page.getByRole('heading', { name: pay.receipt.title })).toBeVisible()
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  const [payment] = list.data
  expect(payment.receipt_url).toBe(page.url())

  const elsewhere = await browser.newContext({ colorScheme: 'dark' })
  const paper = await elsewhere.newPage()
  await paper.goto(payment.receipt_url)
  await expect(paper.getByRole('button', { name: pay.receipt.print })).toBeVisible()
  // A payer reads whose clock it is, not the name of a zone's file.
  const { timezone } = await (await callApi('GET', '/me')).json()
  await expect(paper.getByText(`(${cityOf(timezone)})`)).toBeVisible()
  const text = await paper.locator('article').innerText()
  for (const said of [
    '120.50 USD',
    'Box of pastries',
    'Rosa Payer',
    '••4242',
    payment.id,
    pay.receipt.testMode,
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('rosa@example.com')
  await paper.emulateMedia({ media: 'print' })
  await expect(paper.getByRole('button', { name: pay.receipt.print })).toBeHidden()
  await expect(paper.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await paper.goto('/receipt/pay_nobody')
  await expect(paper.getByText(pay.receipt.notFoundTitle)).toBeVisible()
  await elsewhere.close()
})

test('a receipt is handed on by the phone’s own sheet or by its address, and leads back to the payment', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await newLink()
  await page.goto(link.url)
  await payWith(page, CARDS.approved)
  const receipt = page.getByRole('link', { name: pay.receipt.open })
  await expect(receipt).toBeVisible()
  const paid = page.url()
  // A desk has no such sheet.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'share', { value: undefined, writable: true }),
  )
  await receipt.click()
  const share = page.getByRole('button', { name: pay.receipt.share })
  await share.click()
  await expect(page.getByRole('status').filter({ hasText: pay.receipt.shareCopied })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

  await expect(share).toBeVisible()
  await page.evaluate(() => {
    navigator.share = async (data) => {
      document.title = data?.url ?? ''
      throw new DOMException('closed', 'AbortError')
    }
  })
  await share.click()
  await expect(page).toHaveTitle(page.url())
  await expect(page.getByRole('status').filter({ hasText: pay.receipt.shareCopied })).toHaveCount(0)
  await page.screenshot({ path: 'test-results/images/pay/receipt-verbs.png' })
  await page.getByRole('link', { name: pay.receipt.back }).click()
  await page.waitForURL(paid)

  // Whoever was sent its address came from nowhere.
  await page.goto('about:blank')
  await page.goto(
    (await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()).data[0].receipt_url,
  )
  await expect(share).toBeVisible()
  await expect(page.getByRole('link', { name: pay.receipt.back })).toHaveCount(0)
})

test('nothing on the form promises a message that nobody sends', async ({ page }) => {
  const link = await newLink()
  await page.goto(link.url)
  await expect(page.getByText(pay.emailNote)).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/receipt/i)
})

test('a card that is none of the test bank’s is told at its number, and one press on the list fills the form', async ({
  page,
}) => {
  const link = await newLink()
  await page.goto(link.url)
  await expect(page.getByText(pay.testCardsLead)).toBeHidden()
  await payWith(page, CARDS.foreign)
  await expect(page.getByText(pay.problems['number.not_test_card'] ?? '')).toBeVisible()
  await expect(page.getByLabel(pay.number)).toBeFocused()
  await expect(page.getByText(pay.testCardsLead)).toBeVisible()
  expect(await statuses(link)).toEqual([])

  await page.getByLabel(pay.name).fill('')
  await page.getByRole('button', { name: '3782 822463 10005' }).click()
  await expect(page.getByLabel(pay.number)).toHaveValue('3782 822463 10005')
  await expect(page.getByLabel(pay.cvc)).toHaveValue('1234')
  await expect(page.getByLabel(pay.name)).toHaveValue(pay.testName)
  await expect(page.getByText(pay.testCardsLead)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Pay / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  expect(await statuses(link)).toEqual(['APPROVED'])
})

test('without scripts such a card is told at its number, the list lies open, and nothing was tried', async ({
  browser,
}) => {
  const link = await newLink()
  const payer = await browser.newContext({ javaScriptEnabled: false })
  const page = await payer.newPage()
  await page.goto(link.url)
  await payWith(page, CARDS.foreign)
  await expect(page.getByText(pay.problems['number.not_test_card'] ?? '')).toBeVisible()
  await expect(page.getByText(pay.testCardsLead)).toBeVisible()
  expect(await statuses(link)).toEqual([])
  await payWith(page, CARDS.approved)
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  await page.goto(`${link.url}?wait=12`)
  await expect(page.getByText(pay.ends.completedTitle)).toBeVisible()
  const other = await newLink()
  await page.goto(`${other.url}?wait=12`)
  await expect(page.getByText(pay.tooMany(12))).toBeVisible()
  await payer.close()
})

test('the merchant stands foremost, can be asked, and on a desk stands beside the form', async ({ page }) => {
  await page.goto((await newLink()).url)
  const name = page.getByText(MERCHANT, { exact: true })
  const number = page.getByLabel(pay.number)
  const boxes = async () => {
    const [left, right] = [await name.boundingBox(), await number.boundingBox()]
    if (!left || !right) throw new Error('not on the page')
    return { left, right }
  }
  await expect(page.getByRole('link', { name: 'hello@' })).toBeVisible()
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { left, right } = await boxes()
    expect(right.x, `the form at ${width} px`).toBeGreaterThan(width / 2)
    expect(left.x + left.width).toBeLessThan(width / 2)
  }
  await page.setViewportSize({ width: 375, height: 812 })
  const { left, right } = await boxes()
  expect(right.y).toBeGreaterThan(left.y)
})

test('what is not known and what was given back have a reference that the shop finds', async ({ page }) => {
  const link = await newLink()
  await page.goto(link.url)
  await payWith(page, CARDS.lostAfterAuthorize)
  await page.waitForURL(/attempt=/)
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  await expect(page.getByText(list.data[0].id)).toBeVisible()
  await expect(page.getByRole('heading', { name: pay.ends.annulledTitle })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(list.data[0].id)).toBeVisible()
  await expect(page.getByText('Box of pastries')).toBeVisible()
})

test('a look of two seconds counts once a day; a fetch, a glance and a reload count nothing', async ({
  page,
}) => {
  const link = await newLink()
  const opens = async () => {
    const { open_count, last_opened_at } = await (await callApi('GET', `/payment_links/${link.id}`)).json()
    return { open_count, told: last_opened_at !== null }
  }
  // Installed alone it would go on by itself, past the end of a glance where the machine is busy.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.request.get(link.url)
  await page.goto(link.url)
  await page.clock.runFor(VISIBLE_MS - 100)
  expect(await opens()).toEqual({ open_count: 0, told: false })

  const counted = page.waitForResponse((answer) => answer.url().endsWith('/open'))
  await page.clock.runFor(200)
  expect((await counted).status()).toBe(204)
  expect(await opens()).toEqual({ open_count: 1, told: true })

  await page.reload()
  const again = page.waitForResponse((answer) => answer.url().endsWith('/open'))
  await page.clock.runFor(VISIBLE_MS + 100)
  await again
  expect(await opens()).toEqual({ open_count: 1, told: true })

  const foreign = await page.request.post(`${link.url}/open`, { headers: { Origin: 'https://evil.example' } })
  expect(foreign.status()).toBe(403)
})

test('a card is saved only for a customer who ticks it', async ({ page }) => {
  const card = async (customerId: string) =>
    (await (await callApi('GET', `/customers/${customerId}`)).json()).card
  const unticked = await customersLink()
  await page.goto(unticked.url)
  const box = page.getByRole('checkbox')
  await expect(box).not.toBeChecked()
  await payWith(page, CARDS.approved)
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  expect(await card(unticked.customerId)).toBeNull()

  const ticked = await customersLink()
  await page.goto(ticked.url)
  await box.check()
  await payWith(page, CARDS.approved)
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  expect(await card(ticked.customerId)).toEqual({ brand: 'visa', last4: '4242', expiry: '12/40' })

  await page.goto((await newLink()).url)
  await expect(page.getByLabel(pay.number)).toBeVisible()
  await expect(box).toHaveCount(0)
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

test("each of the payer's pages can be used by everybody", async ({ page }) => {
  const check = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const { url } = await customersLink()
  await page.goto(url)
  await check()
  await payWith(page, CARDS.foreign)
  await expect(page.getByText(pay.testCardsLead)).toBeVisible()
  await check()
  await payWith(page, CARDS.confirm)
  await expect(page.getByRole('heading', { name: testBank.title })).toBeVisible()
  await check()
  await page.goBack()
  await expect(page.getByRole('link', { name: pay.ends.confirmGo })).toBeVisible()
  await check()
  await page.getByRole('link', { name: pay.ends.confirmGo }).click()
  await page.getByRole('button', { name: testBank.approve }).click()
  await expect(page.getByText(pay.ends.paidTitle)).toBeVisible()
  await check()
  await page.getByRole('link', { name: pay.receipt.open }).click()
  await expect(page.getByRole('heading', { name: pay.receipt.title })).toBeVisible()
  await check()
})
