import { expect, type Page, type Request, test, type ViewportSize } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { expectInventoried, watchScripts } from './ran-scripts'
// A deployment with PROCESSOR=stripe over the double of Stripe, with one merchant that accepts payments:
//
//   startStripeDeployment(): Promise<StripeDeployment>
//   interface StripeDeployment {
//     webUrl: string      WEB_URL of the deployment
//     scriptUrl: string   STRIPE_JS_URL, the fake of Stripe.js
//     slug: string        of the merchant's account
//     merchant: string    its name
//     callApi(method: string, path: string, body?: unknown): Promise<Response>   with the merchant's key
//     stop(): Promise<void>
//   }
import { type StripeDeployment, startStripeDeployment } from './stripe-deployment'

const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  confirm: '4000002760003184',
} as const

const viewports: Record<string, ViewportSize> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
}

let stripe: StripeDeployment

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  stripe = await startStripeDeployment()
})
test.afterAll(() => stripe.stop())

/** Frame of the processor's card fields. */
const cardFrame = (page: Page) =>
  page
    .getByRole('group', { name: english('hosted-card.title') })
    .frameLocator('iframe')
    .first()

async function fillCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').fill('12/40')
  await frame.getByLabel('Security code').fill('123')
}

async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await page.getByLabel(english('pay-form.name')).fill('Rosa Payer')
  await page.getByRole('button', { name: /^Pay / }).click()
}

async function newLink(): Promise<{ id: string; url: string }> {
  const made = await stripe.callApi('POST', '/payment_links', { title: 'Box of pastries', amount: 120.5 })
  return made.json()
}

async function newCustomer(): Promise<{ id: string }> {
  const phone = `+1212${String(Date.now()).slice(-7)}`
  return (await stripe.callApi('POST', '/customers', { name: 'Rosa', phone })).json()
}

async function statusesOf(link: { id: string }): Promise<string[]> {
  const list = await (await stripe.callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  return list.data.map(({ status }: { status: string }) => status)
}

/** Records the forms that the page sends to our own server. */
function watchForms(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().startsWith(stripe.webUrl)) sent.push(request)
  })
  return sent
}

for (const [device, viewport] of Object.entries(viewports))
  test.describe(`on a ${device}`, () => {
    test.use({ viewport })

    test('a payer pays in the processor’s fields, and no card number reaches our server', async ({
      page,
    }) => {
      const forms = watchForms(page)
      const scripts = watchScripts(page)
      const link = await newLink()
      await page.goto(link.url)
      await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
      await expectAccessible(page, `the payer's page on a ${device}`)
      await payWith(page, CARDS.approved)
      await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
      expect(await statusesOf(link)).toEqual(['APPROVED'])
      const bodies = forms.map((request) => request.postData() ?? '').join('\n')
      expect(bodies).toMatch(/payment_method=pm_/)
      expect(bodies).not.toContain(CARDS.approved)
      expect(bodies).not.toMatch(/\b(number|cvc|expiry)=/)
      const ran = await scripts()
      await expectInventoried(page, { route: '/pay/[linkId]', ran, external: [stripe.scriptUrl] })
    })

    test('a declined payer keeps what was typed and pays with another card', async ({ page }) => {
      const link = await newLink()
      await page.goto(link.url)
      await payWith(page, CARDS.declined)
      await expect(page.getByText(english('pay-form.declinedTitle'))).toBeVisible()
      await expect(page.getByLabel(english('pay-form.name'))).toHaveValue('Rosa Payer')
      await payWith(page, CARDS.approved)
      await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
      expect((await statusesOf(link)).sort()).toEqual(['APPROVED', 'FAILED'])
    })

    for (const [decision, end, status] of [
      ['Complete', english('pay.ends.paidTitle'), 'APPROVED'],
      ['Fail', english('pay-form.declinedTitle'), 'FAILED'],
    ] as const)
      test(`3-D Secure returns from the bank to the page: ${decision}`, async ({ page }) => {
        const link = await newLink()
        await page.goto(link.url)
        await payWith(page, CARDS.confirm)
        await page.waitForURL((url) => !url.href.startsWith(stripe.webUrl))
        await page.getByRole('button', { name: decision }).click()
        await page.waitForURL((url) => url.href.startsWith(stripe.webUrl))
        await expect(page.getByText(end)).toBeVisible({ timeout: 20_000 })
        expect(await statusesOf(link)).toEqual([status])
      })

    test('a card saved with consent is charged later without its payer', async ({ page }) => {
      const { id } = await newCustomer()
      const first = await (await stripe.callApi('POST', `/customers/${id}/charges`, { amount: 50 })).json()
      await page.goto(first.payment_url)
      await page.getByLabel(english('pay-form.saveCard', { merchant: stripe.merchant })).check()
      await payWith(page, CARDS.approved)
      await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
      const customer = await (await stripe.callApi('GET', `/customers/${id}`)).json()
      expect(customer.card).toMatchObject({ last4: '4242' })
      const later = await stripe.callApi('POST', `/customers/${id}/charges`, {
        amount: 31.4,
        use_saved_card: true,
      })
      expect(await later.json()).toMatchObject({ paid: true })
    })

    test('a sign-up saves a card, and loads the processor’s script for nobody who adds none', async ({
      page,
    }) => {
      const phone = `+1213${String(Date.now()).slice(-7)}`
      const scripts = watchScripts(page)
      await page.goto(`${stripe.webUrl}/join/${stripe.slug}`, { waitUntil: 'networkidle' })
      expect((await scripts()).map(({ src }) => src)).not.toContain(stripe.scriptUrl)
      await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Joiner')
      await page.getByLabel(english('join-form.phone')).fill(phone)
      await page.getByText(english('join-form.card'), { exact: true }).click()
      await fillCard(page, CARDS.approved)
      await page.getByLabel(english('join-form.consent', { merchant: stripe.merchant })).check()
      await page.getByRole('button', { name: english('join-form.submit') }).click()
      await expect(page.getByText(english('join-form.problems.card_consent') ?? '')).toBeVisible()
      await page.getByLabel(english('join-form.cardConsent', { merchant: stripe.merchant })).check()
      await page.getByRole('button', { name: english('join-form.submit') }).click()
      await expect(page.getByRole('heading', { name: english('join.doneTitle') })).toBeVisible()
      const list = await (await stripe.callApi('GET', `/customers?phone=${encodeURIComponent(phone)}`)).json()
      expect(list.data).toMatchObject([{ card: { last4: '4242' } }])
    })
  })

test('in live mode a merchant signs up, and sees a link paid', async ({ page, browser }) => {
  const [name, email] = [`Luna ${Date.now()}`, `luna-${Date.now()}@checkout.test`]
  await page.goto(`${stripe.webUrl}/sign-up`)
  await page.getByLabel(english('sign-up.name')).fill('Luz Luna')
  await page.getByLabel(english('sign-up.email')).fill(email)
  await page.getByLabel(english('sign-up.businessName')).fill(name)
  await page.getByLabel(english('sign-up.country')).selectOption('US')
  await page.getByRole('button', { name: english('sign-up.submit') }).click()
  await page.getByRole('link', { name: english('sign-up.mailed.open') }).click()
  await page.getByLabel(english('sign-up.password'), { exact: true }).fill('a lemon tram in winter')
  await page.getByRole('button', { name: english('sign-up.complete.submit') }).click()
  await page.getByRole('link', { name: english('home.setup.link') }).click()
  await page.getByLabel(english('link-form.name'), { exact: true }).fill('Tasting menu')
  await page.getByLabel(english('amount-field.label'), { exact: true }).fill('12.50')
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  const id = /links\/(pl_[^/]+)/.exec(page.url())?.[1]
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(`${stripe.webUrl}/pay/${id}`)
  await payWith(payer, CARDS.approved)
  await expect(payer.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  await page.goto(page.url().replace(/\/links\/.*/, '/payments'))
  await expect(page.locator('[data-payment]').filter({ hasText: '12.50' })).toBeVisible()
  await expect(page.getByText(english('shell.testMode'), { exact: true })).toHaveCount(0)
})

for (const [decision, end] of [
  ['Complete', english('join.doneTitle')],
  ['Fail', english('hosted-card.notConfirmed.title')],
] as const)
  test(`a card of a sign-up is confirmed in the page: ${decision}`, async ({ page }) => {
    const phone = `+1214${String(Date.now()).slice(-7)}`
    await page.goto(`${stripe.webUrl}/join/${stripe.slug}`)
    await page.getByLabel(english('join-form.name'), { exact: true }).fill('Rosa Joiner')
    await page.getByLabel(english('join-form.phone')).fill(phone)
    await page.getByText(english('join-form.card'), { exact: true }).click()
    await fillCard(page, CARDS.confirm)
    await page.getByLabel(english('join-form.cardConsent', { merchant: stripe.merchant })).check()
    await page.getByLabel(english('join-form.consent', { merchant: stripe.merchant })).check()
    await page.getByRole('button', { name: english('join-form.submit') }).click()
    const bank = page.getByRole('dialog', { name: '3D Secure' }).frameLocator('iframe')
    await bank.getByRole('button', { name: decision }).click()
    await expect(page.getByText(end)).toBeVisible({ timeout: 20_000 })
    const list = await (await stripe.callApi('GET', `/customers?phone=${encodeURIComponent(phone)}`)).json()
    expect(list.data).toHaveLength(decision === 'Complete' ? 1 : 0)
  })

test('a script that is blocked is reported with a retry, and what was typed stays', async ({ page }) => {
  await page.route(stripe.scriptUrl, (route) => route.abort())
  const link = await newLink()
  await page.goto(link.url)
  await expect(page.getByText(english('hosted-card.failedTitle'))).toBeVisible()
  await page.getByLabel(english('pay-form.name')).fill('Rosa Payer')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText(english('card-fields.problems.payment_method.loading') ?? '')).toBeVisible()
  expect(await statusesOf(link)).toEqual([])
  await page.unroute(stripe.scriptUrl)
  await page.getByRole('button', { name: english('hosted-card.retry') }).click()
  await fillCard(page, CARDS.approved)
  await expect(page.getByLabel(english('pay-form.name'))).toHaveValue('Rosa Payer')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
})

test('an incomplete card is reported at its fields, and nothing is sent', async ({ page }) => {
  const forms = watchForms(page)
  const link = await newLink()
  await page.goto(link.url)
  await cardFrame(page).getByLabel('Card number').fill('4242')
  await page.getByLabel(english('pay-form.name')).fill('Rosa Payer')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText(english('card-fields.problems.payment_method') ?? '')).toBeVisible()
  expect(forms.filter((request) => request.url().endsWith('/attempt'))).toEqual([])
})

test('without scripts the page reads and says that the card fields need them', async ({ browser }) => {
  const payer = await browser.newContext({ javaScriptEnabled: false })
  const page = await payer.newPage()
  await page.goto((await newLink()).url)
  await expect(page.getByText('Box of pastries')).toBeVisible()
  const reason = page.getByRole('group', { name: english('hosted-card.title') }).locator('noscript')
  await expect(reason).toBeVisible()
  expect(await page.content()).toContain(`<noscript>${english('hosted-card.noScripts')}</noscript>`)
  await payer.close()
})
