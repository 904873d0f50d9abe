import { type Browser, expect, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { english } from '@/test/english'
import { expectAccessible, expectAccessibleState } from './axe'
import { accountPath, callApi, demo, signInAs, signInAsOwner } from './demo'
import { createTestLink } from './link-actions'
import { openPage } from './open-page'
import { CARDS, payInNewBrowser } from './payer'
import { createOwner, databaseUrl } from './test-owner'

const dialog = (page: Page) => page.getByRole('dialog')

/** Creates a payment of 32.40 USD. @returns its id */
async function paid(browser: Browser): Promise<string> {
  const link = await createTestLink({ title: `Refunded ${Date.now()}`, amount: 32.4, max_uses: null })
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  const { data } = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  return data[0].id
}

async function openRefund(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: english('refund-states.open'), exact: true })
    .filter({ visible: true })
    .click()
  await expect(
    dialog(page).getByRole('textbox', { name: english('refunds.form.amount'), exact: true }),
  ).toBeVisible()
}

/** Types an amount, or keeps the proposed one, and goes to the review. */
async function reviewed(page: Page, amount?: string): Promise<void> {
  if (amount)
    await dialog(page)
      .getByRole('textbox', { name: english('refunds.form.amount'), exact: true })
      .fill(amount)
  await dialog(page)
    .getByRole('button', { name: english('refunds.form.review') })
    .click()
  await expect(dialog(page).getByText(english('refunds.review.lead'))).toBeVisible()
}

const refundsOf = async (id: string) =>
  (await (await callApi('GET', `/payments/${id}/refunds`)).json()).data.map(
    ({ amount, status }: { amount: number; status: string }) => `${amount} ${status}`,
  )

test('a part of a payment is refunded, then the rest, each once, and the button goes', async ({
  page,
  browser,
}) => {
  const id = await paid(browser)
  await signInAsOwner(page)
  await openPage(page, accountPath(`/payments/${id}`))
  await openRefund(page)
  await expect(
    dialog(page).getByText(english('refunds.form.ofLeft', { amount: '32.40 USD', left: '32.40 USD' })),
  ).toBeVisible()
  await reviewed(page, '12')
  // A reload shows the same step.
  await page.reload()
  await expect(dialog(page).getByText(english('refunds.review.whenValue'))).toBeVisible()
  await expectAccessibleState(page, 'the review of a refund')
  await dialog(page)
    .getByRole('button', { name: english('refunds.review.submit', { amount: '12.00 USD' }) })
    .dblclick()
  await expect(
    dialog(page).getByText(english('refund-states.state.SUCCEEDED'), { exact: true }),
  ).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: english('refunds.outcome.done') })
    .click()

  await openRefund(page)
  await expect(
    dialog(page).getByText(english('refunds.form.ofLeft', { amount: '20.40 USD', left: '20.40 USD' })),
  ).toBeVisible()
  await reviewed(page)
  await dialog(page)
    .getByRole('button', { name: english('refunds.review.submit', { amount: '20.40 USD' }) })
    .click()
  await expect(
    dialog(page).getByText(english('refund-states.state.SUCCEEDED'), { exact: true }),
  ).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: english('refunds.outcome.done') })
    .click()
  await expect(page.getByRole('link', { name: english('refund-states.open'), exact: true })).toHaveCount(0)
  expect(await refundsOf(id)).toEqual(['20.4 SUCCEEDED', '12 SUCCEEDED'])
})

test('on a phone an amount above what is left is refused at its field', async ({ page, browser }) => {
  const id = await paid(browser)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAsOwner(page)
  await openPage(page, accountPath(`/payments/${id}`))
  await openRefund(page)
  await dialog(page)
    .getByRole('textbox', { name: english('refunds.form.amount'), exact: true })
    .fill('32.41')
  await dialog(page)
    .getByRole('button', { name: english('refunds.form.review') })
    .click()
  await expect(
    dialog(page)
      .getByText(english('refunds.form.tooMuch', { left: '32.40 USD' }))
      .first(),
  ).toBeVisible()
  await expectAccessible(page, 'the form of a refund on a phone')
  expect(await refundsOf(id)).toEqual([])
})

test('support above the owner’s limit reads the limit and whom to ask, and refunds nothing', async ({
  page,
  browser,
}) => {
  const id = await paid(browser)
  const { base_url: baseUrl, api_key: apiKey } = demo()
  // Another team over the same account has a limit of its own.
  const login = await createOwner({ name: 'Inti', teamName: `Limited ${Date.now()}`, baseUrl, apiKey })
  await signInAs(page, login)
  await openPage(page, accountPath(`/payments/${id}`, login.slug))
  await expect(
    page.getByRole('link', { name: english('refund-states.open'), exact: true }).filter({ visible: true }),
  ).toBeVisible()
  await openPage(page, accountPath('/settings/team', login.slug))
  await page.getByRole('radio', { name: english('refund-limit.choices.upTo', { amount: '…' }) }).check()
  await page.getByLabel(english('refund-limit.label')).fill('10')
  await page.getByRole('button', { name: english('refund-limit.save') }).click()
  await expect(page.getByText(english('refund-limit.saved'))).toBeVisible()
  const client = new Client({ connectionString: databaseUrl() })
  await client.connect()
  await client.query(`UPDATE dashboard.membership SET role = 'SUPPORT' WHERE team_id = $1`, [login.team_id])
  await client.end()
  await openPage(page, accountPath(`/payments/${id}`, login.slug))
  await openRefund(page)
  await reviewed(page, '10.01')
  await dialog(page)
    .getByRole('button', { name: english('refunds.review.submit', { amount: '10.01 USD' }) })
    .click()
  await expect(
    dialog(page).getByText(english('refund-limit.refused.upTo', { limit: '10.00 USD', used: '0.00 USD' })),
  ).toBeVisible()
  expect(await refundsOf(id)).toEqual([])
})
