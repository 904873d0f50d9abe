import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { type Receiver, signatureHolds, startReceiver } from '@/test/test-receiver'
import { demo, signInAs } from './demo'
import { openPage } from './open-page'
import { CARDS, payInNewBrowser } from './payer'
import { createOwnAccount } from './test-owner'

test.use({ actionTimeout: 20_000 })

const PROBLEM = 'no such table: orders'

test('an engineer repairs an endpoint, rotates its secret without losing an event and rolls the key', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const login = await createOwnAccount(`Engineered ${Date.now()}`)
  const shop = await startShop()
  await signInAs(page, login)
  const open = (tab: 'keys' | 'webhooks' | 'deliveries' | 'events' | 'requests') =>
    openPage(page, `/${login.slug}/developers/${tab}`)
  const openEndpoint = async () => {
    await open('webhooks')
    await page.getByRole('link', { name: /localhost/ }).click()
  }

  const apiKey = await test.step('create a key', async () => {
    await open('keys')
    await press(page, english('developer-keys.create.open'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(english('developer-keys.columns.name')).fill('Shop server')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('developer-keys.create.open') }).click()
    return shownKey(page)
  })
  const sell = async () =>
    payInNewBrowser(browser, await createLink(apiKey), CARDS.approved, english('pay.ends.paidTitle'))

  await test.step('register an endpoint', async () => {
    await open('webhooks')
    await press(page, english('developer-webhooks.add'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(english('developer-webhooks.columns.url')).fill(shop.url)
    await dialog.getByLabel(english('developer-webhooks.form.description')).fill('Shop')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('developer-webhooks.add') }).click()
    shop.secrets.push(await shownSecret(page))
  })

  await test.step('see why it fails', async () => {
    shop.isBroken = true
    await sell()
    await shop.arrived(2)
    await open('deliveries')
    await page.getByRole('link', { name: /payment\.succeeded/ }).click()
    await expect(
      page.getByText(english('developer-deliveries.delivery.answered', { status: '500' })).first(),
    ).toBeVisible()
    await expect(page.getByText(PROBLEM).first()).toBeVisible()
  })

  await test.step('mend it and send all again', async () => {
    shop.isBroken = false
    await open('deliveries')
    await page.getByRole('link', { name: english('developer-deliveries.doctor.title') }).click()
    await page
      .getByRole('link', { name: english('developer-deliveries.doctor.test') })
      .first()
      .click()
    await sendTest(page)
    await open('deliveries')
    await page.getByRole('link', { name: english('developer-deliveries.doctor.title') }).click()
    await expect(page.getByText(/^Working again/)).toBeVisible()
    await page
      .getByRole('link', {
        name: english('developer-deliveries.retryRuns.button', { count: 2, written: '2' }),
      })
      .click()
    await press(page, english('developer-deliveries.retryRuns.start', { count: 2 }))
    await expect(page.getByText(english('developer-deliveries.retryRuns.finished'))).toBeVisible()
    expect(shop.accepted()).toEqual(['payment.succeeded', 'payment_link.completed'])
  })

  await test.step('rotate the secret while events flow', async () => {
    await openEndpoint()
    await press(page, english('developer-webhooks.rotation.open'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('developer-webhooks.rotation.open') }).click()
    const next = await shownSecret(page)
    await sell()
    await expect.poll(() => shop.accepted()).toHaveLength(4)
    shop.secrets.unshift(next)
    await press(page, english('developer-webhooks.rotation.useNow'))
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('developer-webhooks.rotation.useNow') }).click()
    await expect(page.getByText(english('developer-webhooks.rotation.used'))).toBeVisible()
    shop.secrets.length = 1
    await sell()
    await expect.poll(() => shop.accepted()).toHaveLength(6)
    expect(shop.refused).toBe(0)
  })

  await test.step('roll the key', async () => {
    await open('keys')
    const more = english('developer-keys.more', { name: 'Shop server', last4: apiKey.slice(-4) })
    await page.getByRole('button', { name: more }).click()
    await page.getByRole('menuitem', { name: english('developer-keys.roll.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(english('developer-keys.roll.overlaps.now')).check()
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('developer-keys.roll.open') }).click()
    const rolled = await shownKey(page)
    expect((await callMe(rolled)).status).toBe(200)
    // A key's last look-up is valid for a second.
    await expect.poll(async () => (await callMe(apiKey)).status).toBe(401)
  })
  await shop.close()
})

interface Shop extends Receiver {
  /** Signatures of any of them are accepted. */
  secrets: string[]
  isBroken: boolean
  /** Requests whose signature matches no secret. */
  refused: number
  /** Returns the kinds of the accepted events except test events, sorted. */
  accepted(): string[]
}

/** Starts a merchant's server that checks signatures. */
async function startShop(): Promise<Shop> {
  const accepted: string[] = []
  const receiver = await startReceiver((response, request) => {
    const nowS = Date.now() / 1_000
    if (shop.isBroken) return response.writeHead(500).end(PROBLEM)
    if (!shop.secrets.some((secret) => signatureHolds(request, secret, nowS))) {
      shop.refused += 1
      return response.writeHead(401).end('bad signature')
    }
    const { event, test: isTest } = JSON.parse(request.body)
    if (!isTest) accepted.push(event)
    return response.end('stored')
  })
  const shop: Shop = {
    ...receiver,
    secrets: [],
    isBroken: false,
    refused: 0,
    accepted: () => accepted.toSorted(),
  }
  return shop
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const shownKey = (page: Page) => shownOnce(page, english('developer-keys.shown.label'), /^checkout_sk_/)
const shownSecret = (page: Page) => shownOnce(page, english('developer-webhooks.secret.label'), /^whsec_/)

/** Reads a value that a dialog shows once, and closes the dialog. */
async function shownOnce(page: Page, label: string, look: RegExp): Promise<string> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true })
  await expect(field).toHaveValue(look)
  const secret = await field.inputValue()
  await press(page, english('step-up.stored'))
  await expect(field).toBeHidden()
  return secret
}

async function sendTest(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: english('developer-webhooks.test.open') }).click()
  await expect(page.getByText(/^\d+ in [\d,]+ ms, first attempt$/)).toBeVisible()
}

async function createLink(apiKey: string): Promise<string> {
  const made = await fetch(`${demo().base_url}/payment_links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Tasting menu', amount: 40 }),
  })
  const { url }: { url: string } = await made.json()
  return url
}

function callMe(apiKey: string): Promise<Response> {
  return fetch(`${demo().base_url}/me`, { headers: { Authorization: `Bearer ${apiKey}` } })
}
