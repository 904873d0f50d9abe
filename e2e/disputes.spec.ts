import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, createLink, payInNewBrowser } from './payer'

/** Longer than the test bank takes to open a dispute, or to decide one with evidence. */
const BANK_MS = 30_000
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a dispute appears by itself, evidence with a file is sent once, and a won dispute leaves no badge', async ({
  page,
  context,
  browser,
}) => {
  const title = `Disputed ${Date.now()}`
  const link = await createLink({ title, amount: 31.4 })
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  const inbox = await context.newPage()
  await openPage(inbox, accountPath('/payments/disputes'))
  await payInNewBrowser(browser, link.url, CARDS.disputedWon, english('pay.ends.paidTitle'))
  const { data } = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
  const id: string = data[0].id

  await expect(page.getByRole('link', { name: /disputes? needs? a response/i })).toBeVisible({
    timeout: BANK_MS,
  })
  await expect(page.getByRole('heading', { name: english('home.attention') })).toBeVisible()
  // A list in use keeps new rows behind its pill.
  const row = inbox.locator(`[data-payment="${id}"]`)
  const pill = inbox.getByRole('button', { name: /^\d+ new dispute/ })
  await expect(row.or(pill).first()).toBeVisible({ timeout: BANK_MS })
  if (await pill.isVisible()) await pill.click()
  await expect(row).toContainText('31.40')
  await expect(row).toContainText(english('dispute-detail.reason.FRAUDULENT'))

  await row.getByRole('link').first().click()
  await expect(inbox).toHaveURL(new RegExp(`/payments/${id}$`))
  const text = inbox.getByRole('textbox', { name: english('evidence.text') })
  await expect(text).toHaveValue(new RegExp(title))
  await text.fill('The guest dined here; the signed receipt is attached.')
  const file = inbox.locator('input[type="file"]')
  await file.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await expect(inbox.getByText(english('evidence.wrongType', { name: 'page.png' }))).toBeVisible()
  await file.setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PNG })
  await expect(inbox.getByText('receipt.png', { exact: true })).toBeVisible()
  await inbox.reload()
  await expect(text).toHaveValue(/signed receipt/)
  await inbox.getByRole('button', { name: english('evidence.review') }).click()
  await expect(inbox.getByText(english('evidence.once'))).toBeVisible()
  await inbox.getByRole('button', { name: english('evidence.send'), exact: true }).dblclick()

  await expect(inbox.getByRole('heading', { name: english('dispute-detail.evidence') })).toBeVisible()
  await expect(inbox.getByText('receipt.png', { exact: true })).toBeVisible()
  await expect(inbox.getByText(english('dispute-detail.timeline.WON'))).toBeVisible({ timeout: BANK_MS })
  await expect(inbox.getByText(english('dispute-states.disputed'), { exact: true })).toHaveCount(0)
  const { dispute } = await (await callApi('GET', `/payments/${id}`)).json()
  expect(dispute).toMatchObject({ status: 'WON', evidence: { files: [{ name: 'receipt.png' }] } })
})
