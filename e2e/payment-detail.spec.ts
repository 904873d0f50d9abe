import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { accountPath, callApi, signInAsOwner } from './demo'
import { createTestLink } from './link-actions'
import { openPage } from './open-page'
import { CARDS, payInNewBrowser } from './payer'

/** Returns the newest payment with this status whose payer never paid the same link. */
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

test('a decline shows its remedy and becomes a link for the same amount in one press', async ({
  page,
  browser,
  context,
}) => {
  const link = await createTestLink({ title: `Declined ${Date.now()}`, amount: 41.5, max_uses: null })
  await payInNewBrowser(browser, link.url, CARDS.noMoney, english('pay-form.declinedTitle'))
  await signInAsOwner(page)
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  await openPage(page, accountPath(`/payments/${list.data[0].id}`))
  await expect(
    page.getByText(english('payment-declines.reason.insufficient_funds'), { exact: true }),
  ).toBeVisible()
  await expect(
    page.getByText(english('payment-declines.mend.insufficient_funds'), { exact: true }),
  ).toBeVisible()
  await expectAccessible(page, 'a declined payment')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: english('detail.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: english('detail.support') }).click()
  await expect(page.getByRole('region', { name: english('common.notifications') })).toContainText(
    english('detail.supportCopied'),
  )
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(list.data[0].id)
  expect(copied).toContain('insufficient_funds')
  expect(copied).not.toContain('Rosa')

  await page.getByRole('link', { name: english('payment-detail.sendLink') }).click()
  await page.waitForURL(/\/links\/new\?/)
  await expect(page.getByLabel(english('amount-field.label'))).toHaveValue('41.50')
  await expect(page.getByLabel(english('link-form.name'))).toHaveValue(link.title)
  await expect(
    page.getByText(english('payment-detail.linkFor.FAILED', { payer: list.data[0].payer.name })),
  ).toBeVisible()
  await page
    .locator('#content')
    .getByRole('link', { name: english('payments.one'), exact: true })
    .click()
  await page.waitForURL(accountPath(`/payments/${list.data[0].id}`))
  await openPage(page, accountPath('/links/new?amount=41.5&payment=pay_of_somebody_else'))
  await expect(page.getByRole('heading', { level: 1, name: english('link-form.title') })).toBeVisible()
  await expect(
    page.getByText(english('payment-detail.linkFor.FAILED', { payer: list.data[0].payer.name })),
  ).toHaveCount(0)
})

test('a decline followed by a successful payment links to that payment, not to a new link', async ({
  page,
  browser,
}) => {
  const link = await createTestLink({ title: `Second try ${Date.now()}`, amount: 17, max_uses: null })
  await payInNewBrowser(browser, link.url, CARDS.noMoney, english('pay-form.declinedTitle'))
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  const { data } = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  const byStatus = (status: string) => data.find((payment: { status: string }) => payment.status === status)
  await signInAsOwner(page)
  await openPage(page, accountPath(`/payments/${byStatus('FAILED').id}`))
  const later = page.getByRole('link', { name: /^Paid .+ later$/ })
  // The payment's event may not have reached the mirror yet.
  await expect(later).toHaveAttribute('href', accountPath(`/payments/${byStatus('APPROVED').id}`))
  await expect(page.getByRole('link', { name: english('payment-detail.sendLink') })).toHaveCount(0)
})

test('a timed-out payment shows its deadline, and becomes a link for the same amount', async ({ page }) => {
  await signInAsOwner(page)
  const payment = await neverPaid('TIMEOUT')
  await openPage(page, accountPath(`/payments/${payment.id}`))
  await expect(page.getByText(english('payment-detail.timedOutTitle'))).toBeVisible()
  await expect(
    page.getByRole('list', { name: english('payment-detail.timeline') }).getByText(/^by \d/),
  ).toBeVisible()
  await expect(page.locator('#content').getByText(/charged/), 'one sentence').toHaveCount(1)
  await page.getByRole('link', { name: english('payment-detail.sendLink') }).click()
  await page.waitForURL(new RegExp(`/links/new\\?amount=${payment.amount}`))
})

test('an approved payment shows its amount less the fee and when it is settled', async ({
  page,
  browser,
}) => {
  const link = await createTestLink({ title: `Equation ${Date.now()}`, amount: 100, max_uses: null })
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  const list = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  const { id, amount, fee_amount } = list.data[0]
  await signInAsOwner(page)
  await openPage(page, accountPath(`/payments/${id}`))
  await expect(page.getByRole('heading', { name: english('when-paid.title') })).toBeVisible()
  await expect(page.getByText(/settlement of /)).toHaveCount(1)
  await expect(page.getByText(`\u2212${fee_amount.toFixed(2)}`)).toBeVisible()
  await expect(page.getByText((amount - fee_amount).toFixed(2)).last()).toBeVisible()
})
