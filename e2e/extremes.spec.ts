import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, demo, signInAs } from './demo'
import {
  DESCRIPTION,
  LONG_EMAIL,
  LONG_NAME,
  MAX_AMOUNT,
  METADATA,
  startExtremeHost,
  TITLES,
  UNBROKEN,
} from './extreme-texts'
import { expectNoLayoutFaults } from './layout'
import { gotoPage, openPage } from './open-page'
import { CARDS, payWith } from './payer'
import { createOwnAccount, createOwner, runOperator } from './test-owner'

test.describe.configure({ mode: 'parallel' })

const WIDTHS = [1440, 768, 375] as const

async function expectFits(page: Page, subject: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 1_200 })
    await expectNoLayoutFaults(page, `${subject} at ${width} px`)
  }
}

async function checkPages(page: Page, paths: readonly string[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of paths) {
    await gotoPage(page, path)
    await expectFits(page, path)
  }
}

test('the dashboard fits amounts of forty characters, endless names and right-to-left titles', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const host = await startExtremeHost()
  try {
    const owner = await createOwner({
      name: LONG_NAME,
      teamName: LONG_NAME,
      baseUrl: host.baseUrl,
      apiKey: host.apiKey,
    })
    await signInAs(page, owner)
    const [first, second] = host.links.map(({ id }) => encodeURIComponent(id))
    const [pending, approved] = host.payments.map(({ id }) => encodeURIComponent(id))
    const settlements = host.settlements.map(({ id }) => `/balance/settlements/${encodeURIComponent(id)}`)
    const screens = [
      '/',
      '/balance',
      ...settlements.slice(0, 2),
      '/links',
      `/links/${first}`,
      `/links/${second}`,
      `/links/${first}/share`,
      `/links/new?from=${first}`,
      `/payments?link=${first}`,
      `/payments/${pending}`,
      `/payments/${approved}`,
      '/settings',
    ]
    await checkPages(
      page,
      screens.map((screen) => accountPath(screen, owner.slug)),
    )
    await openPage(page, accountPath('/payments', owner.slug))
    await expectFits(page, 'payments')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: english('search.label') }).fill('sch')
    await expect(page.getByRole('group', { name: english('search.payments') })).toBeVisible()
    await expectNoLayoutFaults(page, 'the palette')
  } finally {
    await host.stop()
  }
})

test('the pages of a payer fit a merchant whose texts are as long as the contract allows', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const { base_url } = demo()
  const account = await runOperator(
    ...['account', 'create', '--name', UNBROKEN, '--email', LONG_EMAIL, '--currency', 'KWD'],
    ...['--timezone', 'Asia/Kuwait', '--country', 'KW'],
  )
  const create = async (title: string): Promise<{ id: string; url: string }> => {
    const body = { title, amount: MAX_AMOUNT, description: DESCRIPTION, max_uses: null, metadata: METADATA }
    const answer = await fetch(`${base_url}/payment_links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return answer.json()
  }
  const [unbroken, arabic] = await Promise.all([TITLES[0], TITLES[1]].map(create))
  if (!unbroken || !arabic) throw new Error('no links')
  await page.goto(arabic.url)
  await payWith(page, CARDS.approved, LONG_NAME.slice(0, 120))
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  const receipt = await page.getByRole('link', { name: english('receipt.open') }).getAttribute('href')
  const paid = page.url()
  await checkPages(page, [
    unbroken.url,
    arabic.url,
    paid,
    new URL(receipt ?? '', paid).href,
    `/join/${account.slug}`,
  ])
})

test('an account without links and payments fits every width, and so does its longest preview', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const owner = await createOwnAccount('Quiet')
  await signInAs(page, owner)
  await checkPages(
    page,
    ['/', '/links', '/payments', '/payouts'].map((screen) => accountPath(screen, owner.slug)),
  )
  await openPage(page, accountPath('/links/new', owner.slug))
  await page.getByLabel(english('link-form.name')).fill(UNBROKEN)
  await page.getByLabel(english('amount-field.label')).fill('9999999.99')
  await expectFits(page, 'the preview')
})
