import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { pay } from '@/lib/messages/pay'
import { ROOT } from '@/scripts/stamps.mjs'
import { launchBrowser, requireBrowser, signInAsOwner } from './browser'
import type { Figure } from './figure'
import { type Instance, startInstance } from './instance'
import { clickedAt, recordClicks, rowShownAt, watchForRow } from './page-clock'
import { percentile } from './percentile'

const GOAL_MS = 500
const AMOUNT = 12.5

/** Measures the time from a payer's click on "Pay" to the row on the merchant's open payments page, in a real browser. */
export async function measureClickToRow(payments: number, folder: string): Promise<Figure[]> {
  await requireBrowser()
  const instance = await startInstance({
    cwd: ROOT,
    command: [process.execPath, 'scripts/start.mjs'],
    dataDir: path.join(folder, 'instance'),
    // The browser acts as a proxy: each payer has its own address, as in reality.
    settings: { TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
  try {
    const browser = await launchBrowser()
    try {
      const times = await payAndWatch(browser, instance, payments)
      const how = `${payments} payments by as many links, one after the other, by the browser's own clock, the first ones cold`
      return [
        row('payer’s click to the merchant’s row, p50', percentile(times, 50), null, times, how),
        row(
          'payer’s click to the merchant’s row, p95',
          percentile(times, 95),
          GOAL_MS,
          [],
          'of the same payments',
        ),
      ]
    } finally {
      await browser.close()
    }
  } finally {
    await instance.stop()
  }
}

async function payAndWatch(browser: Browser, instance: Instance, payments: number): Promise<number[]> {
  const merchant = await signedIn(browser, instance)
  const payer = await (await browser.newContext()).newPage()
  await recordClicks(payer)
  const times: number[] = []
  for (let index = 1; index <= payments; index += 1) {
    const title = `Bench ${index} ${randomUUID().slice(0, 8)}`
    await payer.setExtraHTTPHeaders({ 'X-Forwarded-For': `198.51.100.${index}` })
    await payer.goto(await newLink(instance, title))
    await fillCard(payer)
    await watchForRow(merchant, title)
    await payer.getByRole('button', { name: pay.submit('') }).click()
    const shownAt = await rowShownAt(merchant)
    await payer.waitForURL(/attempt=/)
    times.push(shownAt - (await clickedAt(payer)))
  }
  return times
}

/** Opens the merchant's payments page with its event stream. */
async function signedIn(browser: Browser, instance: Instance): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const listening = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/live'))
  await signInAsOwner(page, instance, `/${instance.demo.account_slug}/payments`)
  await page.waitForURL(/\/payments/)
  await listening
  await page.locator('[data-payment]').first().waitFor()
  return page
}

async function newLink({ demo }: Instance, title: string): Promise<string> {
  const response = await fetch(`${demo.base_url}/payment_links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, amount: AMOUNT }),
  })
  const link: { url?: string } = await response.json()
  if (!link.url) throw new Error(`The demo merchant got no link: ${response.status} ${JSON.stringify(link)}`)
  return link.url
}

async function fillCard(page: Page): Promise<void> {
  await page.getByLabel(pay.number).fill('4242 4242 4242 4242')
  await page.getByLabel(pay.expiry).fill('12 / 39')
  await page.getByLabel(pay.cvc).fill('123')
  await page.getByLabel(pay.name).fill('Ada Lovelace')
}

function row(name: string, ms: number, goalMs: number | null, times: readonly number[], how: string): Figure {
  return {
    name,
    unit: 'ms',
    ours: ms,
    baseline: null,
    ratio: null,
    goal: goalMs === null ? null : { kind: 'at_most', value: goalMs },
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: times.map((time) => ({ ours: time, baseline: null })),
    how,
  }
}
