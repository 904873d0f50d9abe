import { expect, type Locator, test } from '@playwright/test'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payments } from '@/lib/messages/payments'
import { aLink } from './a-link'
import { expectAccessible } from './axe'
import { callApi, signInAsOwner } from './demo'
import { CARDS, paidBy } from './payer'
import { arrive } from './screens'

const words = payments.detail

/** The newest payment in a state whose payer never paid the same link. */
async function neverPaid(status: string): Promise<{ id: string; amount: number }> {
  const { data } = await (await callApi('GET', `/payments?limit=100&status=${status}`)).json()
  for (const payment of data) {
    const path = `/payments?limit=100&status=APPROVED&payment_link_id=${payment.payment_link?.id ?? ''}`
    const paid = payment.payment_link ? (await (await callApi('GET', path)).json()).data : []
    const payers = paid.map(({ payer }: { payer: { email: string } }) => payer.email)
    if (!payers.includes(payment.payer.email)) return payment
  }
  throw new Error(`every payment in ${status} was paid later`)
}

test('a decline says who can mend it and becomes a link for the same amount in one press', async ({
  page,
  browser,
  context,
}) => {
  const link = await aLink({ title: `Declined ${Date.now()}`, amount: 41.5, max_uses: null })
  await paidBy(browser, link.url, CARDS.noMoney, pay.declinedTitle)
  await signInAsOwner(page)
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  await arrive(page, `/payments/${list.data[0].id}`)
  await expect(page.getByText(words.reason.insufficient_funds, { exact: true })).toBeVisible()
  await expect(page.getByText(words.mend.insufficient_funds, { exact: true })).toBeVisible()
  await expectAccessible(page, 'a declined payment')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: words.support }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(list.data[0].id)
  expect(copied).toContain('insufficient_funds')
  expect(copied).not.toContain('Rosa')

  await page.getByRole('link', { name: words.sendLink }).click()
  await page.waitForURL(/\/links\/new\?/)
  await expect(page.getByLabel(links.form.amount)).toHaveValue('41.50')
  await expect(page.getByLabel(links.form.name)).toHaveValue(link.title)
  await expect(page.getByText(words.linkFor.FAILED(list.data[0].payer.name))).toBeVisible()
  await page.locator('#content').getByRole('link', { name: payments.one, exact: true }).click()
  await page.waitForURL(`/payments/${list.data[0].id}`)
  await arrive(page, '/links/new?amount=41.5&payment=pay_of_somebody_else')
  await expect(page.getByText(links.form.lead)).toBeVisible()
})

test('the payer’s e-mail is read whole at every width, and a decline tells when', async ({ page }) => {
  await signInAsOwner(page)
  const { data } = await (await callApi('GET', '/payments?limit=1&status=FAILED')).json()
  await arrive(page, `/payments/${data[0].id}`)
  const email = page.locator('dd').getByRole('link', { name: data[0].payer.email })
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(
      await email.evaluate(
        (it) => it.scrollWidth <= it.clientWidth || getComputedStyle(it).overflow !== 'hidden',
      ),
    ).toBe(true)
    expect(await email.evaluate((it) => getComputedStyle(it).textOverflow)).toBe('clip')
    const [top, bottom] = await email.evaluate((it) => {
      const lines = [...it.getClientRects()].map((line) => line.top)
      return [Math.min(...lines), Math.max(...lines)]
    })
    expect(bottom, `one line at ${width} px`).toBe(top)
  }
  // Where no event told the moment, none is named.
  const timeline = page.getByRole('list', { name: words.timeline }).getByRole('listitem').nth(1)
  await expect(timeline).toHaveText(new RegExp(`^${payments.status.FAILED}(just now|.*\\d.*)?$`))
})

test('all marks to copy stand in one column, and no row of an id is higher than another', async ({
  browser,
}) => {
  const { data } = await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()
  for (const width of [320, 375, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, hasTouch: width < 400 })
    const page = await context.newPage()
    await signInAsOwner(page)
    await arrive(page, `/payments/${data[0].id}`)
    const details = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: words.properties }) })
    const ids = page.locator('section').filter({ has: page.getByRole('heading', { name: words.ids }) })
    const marks = page.locator('dl').getByRole('button', { name: /^Copy/ }).locator('svg')
    await expect(marks).not.toHaveCount(0)
    const places = await marks.evaluateAll((all) =>
      all.map((it) => Math.round(it.getBoundingClientRect().right)),
    )
    expect(new Set(places).size, `one column at ${width} px`).toBe(1)
    const highest = (card: Locator) =>
      card
        .locator('dl > div')
        .evaluateAll((rows) => Math.max(...rows.slice(1).map((row) => row.getBoundingClientRect().height)))
    const line = await details
      .locator('dl > div')
      .last()
      .evaluate((row) => row.getBoundingClientRect().height)
    expect(await highest(ids), `rows at ${width} px`).toBe(line)
    await context.close()
  }
})

test('a decline that the payer has paid since leads there instead of asking for the money again', async ({
  page,
  browser,
}) => {
  const link = await aLink({ title: `Second try ${Date.now()}`, amount: 17, max_uses: null })
  await paidBy(browser, link.url, CARDS.noMoney, pay.declinedTitle)
  await paidBy(browser, link.url, CARDS.approved, pay.ends.paidTitle)
  const { data } = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  const byStatus = (status: string) => data.find((payment: { status: string }) => payment.status === status)
  await signInAsOwner(page)
  await arrive(page, `/payments/${byStatus('FAILED').id}`)
  const later = page.getByRole('link', { name: /^Paid .+ later$/ })
  // The event of the payment may still be on its way to the mirror.
  await expect(later).toHaveAttribute('href', `/payments/${byStatus('APPROVED').id}`)
  await expect(page.getByRole('link', { name: words.sendLink })).toHaveCount(0)
  await expectAccessible(page, 'a decline that was paid later')
})

test('a payment that timed out says by when, and becomes a link for the same amount', async ({ page }) => {
  await signInAsOwner(page)
  const payment = await neverPaid('TIMEOUT')
  await arrive(page, `/payments/${payment.id}`)
  await expect(page.getByText(words.timedOutTitle)).toBeVisible()
  await expect(page.getByRole('list', { name: words.timeline }).getByText(/^by \d/)).toBeVisible()
  await expect(page.locator('#content').getByText(/charged/), 'said once').toHaveCount(1)
  await expectAccessible(page, 'a payment that timed out')
  await page.getByRole('link', { name: words.sendLink }).click()
  await page.waitForURL(new RegExp(`/links/new\\?amount=${payment.amount}`))
})

test('an approved payment tells its equation and when the money comes', async ({ page, browser }) => {
  const link = await aLink({ title: `Equation ${Date.now()}`, amount: 100, max_uses: null })
  await paidBy(browser, link.url, CARDS.approved, pay.ends.paidTitle)
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  const { id, amount, fee_amount } = list.data[0]
  await signInAsOwner(page)
  await arrive(page, `/payments/${id}`)
  await expect(page.getByText(/It will be in the settlement of /)).toBeVisible()
  await expect(page.getByText(words.expected('').trim()).first()).toBeVisible()
  await expect(page.getByText(`\u2212${fee_amount.toFixed(2)}`)).toBeVisible()
  await expect(page.getByText((amount - fee_amount).toFixed(2)).last()).toBeVisible()
})
