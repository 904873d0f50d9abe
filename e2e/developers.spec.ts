import { expect, type Page, test } from '@playwright/test'
import { delivery, doctor, retryRuns } from '@/lib/messages/developer-deliveries'
import { developerKeys } from '@/lib/messages/developer-keys'
import { webhooks } from '@/lib/messages/developer-webhooks'
import { developers } from '@/lib/messages/developers'
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
  const open = (tab: keyof typeof developers.tabs) => openPage(page, `/${login.slug}/developers/${tab}`)
  const openEndpoint = async () => {
    await open('webhooks')
    await page.getByRole('link', { name: /localhost/ }).click()
  }

  const apiKey = await test.step('create a key', async () => {
    await open('keys')
    await press(page, developerKeys.create.open)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(developerKeys.columns.name).fill('Shop server')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: developerKeys.create.open }).click()
    return shownKey(page)
  })
  const sell = async () =>
    payInNewBrowser(browser, await createLink(apiKey), CARDS.approved, english('pay.ends.paidTitle'))

  await test.step('register an endpoint', async () => {
    await open('webhooks')
    await press(page, webhooks.add)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(webhooks.columns.url).fill(shop.url)
    await dialog.getByLabel(webhooks.form.description).fill('Shop')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: webhooks.add }).click()
    shop.secrets.push(await shownSecret(page))
  })

  await test.step('see why it fails', async () => {
    shop.isBroken = true
    await sell()
    await shop.arrived(2)
    await open('deliveries')
    await page.getByRole('link', { name: /payment\.succeeded/ }).click()
    await expect(page.getByText(delivery.answered(500)).first()).toBeVisible()
    await expect(page.getByText(PROBLEM).first()).toBeVisible()
  })

  await test.step('mend it and send all again', async () => {
    shop.isBroken = false
    await open('deliveries')
    await page.getByRole('link', { name: doctor.title }).click()
    await page.getByRole('link', { name: doctor.test }).first().click()
    await sendTest(page)
    await open('deliveries')
    await page.getByRole('link', { name: doctor.title }).click()
    await expect(page.getByText(/^Working again/)).toBeVisible()
    await page.getByRole('link', { name: retryRuns.button('2') }).click()
    await press(page, retryRuns.start('2'))
    await expect(page.getByText(retryRuns.finished)).toBeVisible()
    expect(shop.accepted()).toEqual(['payment.succeeded', 'payment_link.completed'])
  })

  await test.step('rotate the secret while events flow', async () => {
    await openEndpoint()
    await press(page, webhooks.rotation.open)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: webhooks.rotation.open }).click()
    const next = await shownSecret(page)
    await sell()
    await expect.poll(() => shop.accepted()).toHaveLength(4)
    shop.secrets.unshift(next)
    await press(page, webhooks.rotation.useNow)
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: webhooks.rotation.useNow }).click()
    await expect(page.getByText(webhooks.rotation.used)).toBeVisible()
    shop.secrets.length = 1
    await sell()
    await expect.poll(() => shop.accepted()).toHaveLength(6)
    expect(shop.refused).toBe(0)
  })

  await test.step('roll the key', async () => {
    await open('keys')
    await page.getByRole('button', { name: developerKeys.roll.of('Shop server', apiKey.slice(-4)) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(developerKeys.roll.overlaps.now).check()
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: developerKeys.roll.open }).click()
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

const shownKey = (page: Page) => shownOnce(page, developerKeys.shown.label, /^checkout_sk_/)
const shownSecret = (page: Page) => shownOnce(page, webhooks.secret.label, /^whsec_/)

/** Reads a value that a dialog shows once, and closes the dialog. */
async function shownOnce(page: Page, label: string, look: RegExp): Promise<string> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true })
  await expect(field).toHaveValue(look)
  const secret = await field.inputValue()
  await press(page, developers.stored)
  await expect(field).toBeHidden()
  return secret
}

async function sendTest(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: webhooks.test.open }).click()
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
