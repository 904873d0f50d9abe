import { expect, type Page, test } from '@playwright/test'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { search } from '@/lib/messages/search'
import { expectAccessible } from './axe'
import { demo, signInAs } from './demo'
import {
  DESCRIPTION,
  LONG_EMAIL,
  LONG_NAME,
  METADATA,
  MOST,
  startExtremeHost,
  TITLES,
  UNBROKEN,
} from './extreme-words'
import { expectRoom } from './layout'
import { newOwner, operate } from './other-owner'
import { CARDS, payWith } from './payer'
import { arrive, photograph } from './screens'

test.describe.configure({ mode: 'parallel' })

const THEMES = ['light', 'dark'] as const

async function lookAt(page: Page, pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await arrive(page, path)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await photograph(page, `extreme-${name}`, theme)
    }
    await expectAccessible(page, `extreme ${name}`)
  }
}

test('amounts of forty characters, names without an end and right-to-left titles fit every screen', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const host = await startExtremeHost()
  try {
    const login = await newOwner({
      name: LONG_NAME,
      teamName: LONG_NAME,
      baseUrl: host.baseUrl,
      apiKey: host.apiKey,
    })
    await signInAs(page, login)
    const [first, second] = host.links.map(({ id }) => encodeURIComponent(id))
    const paid = host.payments.map(({ id }) => encodeURIComponent(id))
    await lookAt(page, {
      home: '/',
      links: '/links',
      'link-unbroken': `/links/${first}`,
      'link-arabic': `/links/${second}`,
      share: `/links/${first}/share`,
      duplicate: `/links/new?from=${first}`,
      payments: '/payments',
      'payments-of-link': `/payments?link=${first}`,
      'payment-pending': `/payments/${paid[0]}`,
      'payment-approved': `/payments/${paid[1]}`,
      'payment-voided': `/payments/${paid[3]}`,
      settings: '/settings',
      payouts: '/payouts',
    })
    await page.setViewportSize({ width: 375, height: 812 })
    await arrive(page, '/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: search.label }).fill('sch')
    await expect(page.getByRole('group', { name: search.payments })).toBeVisible()
    await expectRoom(page, 'the palette')
  } finally {
    await host.stop()
  }
})

test("the payer's pages of a shop that pushes every limit fit every screen", async ({ page, browser }) => {
  test.setTimeout(300_000)
  const { base_url } = demo()
  const account = await operate(
    ...['account', 'create', '--name', UNBROKEN, '--email', LONG_EMAIL, '--currency', 'KWD'],
    ...['--timezone', 'Asia/Kuwait', '--country', 'KW'],
  )
  const create = async (title: string): Promise<{ id: string; url: string }> => {
    const body = { title, amount: MOST, description: DESCRIPTION, max_uses: null, metadata: METADATA }
    const answer = await fetch(`${base_url}/payment_links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return answer.json()
  }
  const made = await Promise.all(TITLES.map((title) => create(title.replace('\u202e', ''))))
  const [unbroken, arabic] = made
  if (!unbroken || !arabic) throw new Error('no links')

  const checkout = await (await browser.newContext()).newPage()
  await checkout.goto(arabic.url)
  await payWith(checkout, CARDS.approved, LONG_NAME.slice(0, 120))
  await expect(checkout.getByText(pay.ends.paidTitle)).toBeVisible()
  const paid = new URL(checkout.url())
  const receipt = await checkout.getByRole('link', { name: pay.receipt.open }).getAttribute('href')
  await lookAt(checkout, {
    'pay-unbroken': `/pay/${unbroken.id}`,
    'pay-arabic': new URL(arabic.url).pathname,
    'pay-paid': paid.pathname + paid.search,
    receipt: new URL(receipt ?? '', paid).pathname,
    join: `/join/${account.slug}`,
  })
  await checkout.context().close()

  const login = await newOwner({
    name: 'علي',
    teamName: UNBROKEN,
    baseUrl: base_url,
    apiKey: account.api_key ?? '',
  })
  await signInAs(page, login)
  await lookAt(page, {
    'own-home': '/',
    'own-links': '/links',
    'own-link': `/links/${unbroken.id}`,
    'own-share': `/links/${unbroken.id}/share`,
    'own-payments': '/payments',
    'own-payouts': '/payouts',
  })
  await arrive(page, '/links/new')
  await page.getByLabel(links.form.name).fill(UNBROKEN)
  await page.getByLabel(links.form.amount).fill('999999,999')
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectRoom(page, `the preview at ${width} px`)
  }
})

test('an account in which nothing has happened says what to do first', async ({ page }) => {
  test.setTimeout(120_000)
  const account = await operate(
    ...['account', 'create', '--name', 'Quiet', '--email', 'quiet@example.com', '--currency', 'BHD'],
    ...['--timezone', 'Asia/Bahrain', '--country', 'BH'],
  )
  const login = await newOwner({
    name: 'Noor',
    teamName: 'Quiet',
    baseUrl: demo().base_url,
    apiKey: account.api_key ?? '',
  })
  await signInAs(page, login)
  await lookAt(page, { 'empty-home': '/', 'empty-links': '/links', 'empty-payments': '/payments' })
})
