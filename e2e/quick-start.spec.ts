import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { GuideShell } from '@/test/guides/guide-shell'
import { differences, guideSteps } from '@/test/guides/guide-steps'
import { callApi, demo } from './demo'
import { CARDS, payWith } from './payer'

/** Longer than the test bank takes to open a dispute. */
const BANK_MS = 30_000
const execute = promisify(execFile)
const steps = guideSteps(fs.readFileSync('docs/guides/quick-start.md', 'utf8'))

/** Pays on the page of the link, as the guide describes. */
async function payOn(
  page: Page,
  linkId: string,
  { saving = false, card = CARDS.approved as string } = {},
): Promise<void> {
  await page.goto(`/pay/${linkId}`)
  if (saving) await page.getByRole('checkbox').check()
  await payWith(page, card)
  await expect(page.getByRole('heading', { name: english('pay.ends.paidTitle') })).toBeVisible()
}

/** Returns the newest link that a charge created for this customer. */
async function linkOf(customerId: string): Promise<string> {
  const { data } = await (await callApi('GET', '/payment_links?limit=10')).json()
  return data.find((link: { customer_id: string }) => link.customer_id === customerId).id
}

/** Waits until the newest open dispute is that of the link's payment. */
async function disputed(linkId: string): Promise<void> {
  const { data } = await (await callApi('GET', `/payments?payment_link_id=${linkId}`)).json()
  const newest = async () =>
    (await (await callApi('GET', '/disputes?status=NEEDS_RESPONSE')).json()).data[0]?.payment_id
  await expect.poll(newest, { timeout: BANK_MS }).toBe(data[0].id)
}

/** Settles everything due by now, unless a worker has settled it. */
async function settle(accountId: string): Promise<void> {
  await execute(process.execPath, ['scripts/operator.mjs', 'settle', '--account', accountId])
}

test('the commands of the quick start return the printed responses on a running deployment, with payments made in a browser', async ({
  page,
}, testInfo) => {
  test.setTimeout(180_000)
  const { base_url, api_key, account_id } = demo()
  // An earlier run on the same deployment has registered the guide's customer.
  const twin = await (await callApi('GET', '/customers?phone=%2B442079460134')).json()
  test.skip(twin.data.length > 0, 'the guide was run here before: it begins without its customer')

  fs.mkdirSync(testInfo.outputDir, { recursive: true })
  const shell = new GuideShell(testInfo.outputDir, { BASE_URL: base_url, API_KEY: api_key })
  for (const step of steps) {
    if (step.kind === 'act') {
      const [verb, first = '', , last = ''] = shell.fill(step.text).split(' ')
      if (verb === 'pay') await payOn(page, first)
      if (verb === 'save') await payOn(page, await linkOf(last), { saving: true })
      if (verb === 'dispute') {
        await payOn(page, first, { card: CARDS.disputedWon })
        await disputed(first)
      }
      if (verb === 'settle') await settle(account_id)
      continue
    }
    const answer = await shell.run(step.code)
    if (!step.printed) continue
    expect(answer?.status, step.code).toBe(step.printed.status)
    // The account has refunds and disputes of other tests.
    const different = differences(step.printed.body, answer?.body).filter(
      (line) => !/\.(refund|dispute)_amount: not printed$/.test(line),
    )
    expect(different, step.code).toEqual([])
  }
})
