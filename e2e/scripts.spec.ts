import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { startExternalHost } from '@/test/external-host'
import { aCustomer, aLink, anAccount, aPayment, aSettlement } from '@/test/factories/dashboard'
import { MARK, scriptPayloads } from '@/test/script-payloads'
import { accountPath, demo, signInAs } from './demo'
import { gotoPage } from './open-page'
import { CARDS, payWith } from './payer'
import { createOwner, runOperator } from './test-owner'

test.describe.configure({ mode: 'parallel' })

const payloads = scriptPayloads()
const at = (index: number) => payloads[index % payloads.length] ?? ''
/** Rows of one page of a list. */
const PAGE = 20
/** Number of details opened per noun; one for each payload in a full run. */
const DETAILS = payloads.length > PAGE ? payloads.length : 1

/** Detects the effects of a text that a page takes for markup: it runs, opens a dialog, or violates the policy. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.push(`an error: ${error.message}`))
  await page.exposeFunction('reportViolation', (what: string) => void seen.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const report = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function')
        report(`a violation of ${effectiveDirective}: ${blockedURI} ${sample}`)
    })
  })
  return seen
}

/** Opens pages and expects that no text became an element or ran. */
async function expectTexts(page: Page, paths: readonly string[]): Promise<void> {
  const seen = await watch(page)
  for (const path of paths) {
    await gotoPage(page, path)
    const found = await page.evaluate((mark) => {
      const isScript = ({ href }: HTMLAnchorElement) => /^(javascript|data|vbscript):/i.test(href)
      return {
        ran: Reflect.get(window, mark),
        handlers: document.querySelectorAll('[onload], [onerror], [onfocus], [ontoggle], [onmouseover]')
          .length,
        frames: document.querySelectorAll('iframe, object, embed').length,
        links: [...document.querySelectorAll('a')].filter(isScript).length,
      }
    }, MARK)
    expect({ path, ...found }).toEqual({ path, ran: undefined, handlers: 0, frames: 0, links: 0 })
  }
  expect(seen).toEqual([])
}

test('no text from a host runs on a page of the dashboard', async ({ page }) => {
  test.setTimeout(payloads.length > PAGE ? 900_000 : 120_000)
  const host = await startExternalHost(new Date())
  const created = (index: number) => new Date(Date.now() - (index + 1) * 60_000).toISOString()
  host.account = anAccount({ name: at(0), legal_name: at(1), tax_id: at(2), contact_phone: at(3) })
  host.links = payloads.map((text, index) =>
    aLink({
      id: `L${index}`,
      title: text,
      description: at(index + 1),
      url: at(index + 2),
      metadata: { note: at(index + 3) },
      created_at: created(index),
    }),
  )
  host.payments = payloads.map((text, index) =>
    aPayment({
      id: `P${index}`,
      status: index % 2 === 0 ? 'APPROVED' : 'FAILED',
      payer: { name: text, email: at(index + 1) },
      payment_link: { id: `L${index}`, title: at(index + 2), url: at(index + 3) },
      authorization_code: at(index + 4),
      processor_reference: at(index + 5),
      created_at: created(index),
    }),
  )
  host.customers = payloads.map((text, index) =>
    aCustomer({
      id: `C${index}`,
      name: text,
      notes: at(index + 1),
      external_ref: at(index + 2),
      email: at(index + 3),
      card: { brand: at(index + 4), last4: '4242', expiry: at(index + 5) },
      created_at: created(index),
    }),
  )
  host.settlements = payloads.map((text, index) =>
    aSettlement({
      id: `S${index}`,
      reference: text,
      bank_account: { bank_name: at(index + 1), account_last4: at(index + 2) },
      created_at: created(index),
    }),
  )
  try {
    const name = at(4)
    const owner = await createOwner({ name, teamName: at(5), baseUrl: host.baseUrl, apiKey: host.apiKey })
    await signInAs(page, owner)
    const details = Array.from({ length: DETAILS }, (_, index) => index)
    const lists = ['/', '/links', '/payments', '/customers', '/balance', '/balance/statements']
    const paths = [
      ...lists,
      ...['/charges', '/exports', '/settings', '/settings/webhook', '/settings/audit'],
      ...['/settings/team', '/settings/security', '/settings/account'],
      `/payments?q=${encodeURIComponent(at(0))}`,
      `/customers/new?phone=${encodeURIComponent(at(3))}`,
      ...details.flatMap((index) => [
        `/links/L${index}`,
        `/payments/P${index}`,
        `/customers/C${index}`,
        `/balance/settlements/S${index}`,
      ]),
      ...['/links/L0/share', '/links/new?from=L1', '/customers/C1/edit', '/balance/match'],
    ]
    await expectTexts(
      page,
      paths.map((path) => accountPath(path, owner.slug)),
    )
    await gotoPage(page, accountPath('/links', owner.slug))
    await expect(page.getByRole('main')).toContainText(payloads[0] ?? '')
  } finally {
    await host.stop()
  }
})

test('no text from a merchant or a payer runs on a page of a payer or of the developers', async ({
  page,
}) => {
  test.setTimeout(payloads.length > PAGE ? 900_000 : 120_000)
  const { base_url } = demo()
  const account = await runOperator(
    ...['account', 'create', '--name', at(0), '--email', 'own@example.com', '--currency', 'USD'],
    ...['--timezone', 'America/Lima', '--country', 'PE'],
  )
  const apiKey = account.api_key ?? ''
  const create = async (text: string, index: number): Promise<string> => {
    const body = { title: text.slice(0, 120), amount: 5, description: at(index + 1), max_uses: null }
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${base_url}/payment_links`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    const { url } = await answer.json()
    return url
  }
  const urls: string[] = []
  for (const [index, text] of payloads.slice(0, DETAILS).entries()) urls.push(await create(text, index))
  await page.goto(urls[0] ?? '')
  await payWith(page, CARDS.approved, at(1))
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  const receipt = await page.getByRole('link', { name: english('receipt.open') }).getAttribute('href')
  const paid = page.url()
  const owner = await createOwner({ name: at(6), teamName: at(7), baseUrl: base_url, apiKey })
  await signInAs(page, owner)
  const panel = ['/developers', '/developers/keys', '/developers/events', '/developers/requests', '/payments']
  await expectTexts(page, [
    ...urls,
    paid,
    new URL(receipt ?? '', paid).href,
    `/join/${account.slug}`,
    ...[...panel, '/payouts', '/settings', '/links'].map((path) => accountPath(path, owner.slug)),
  ])
})
