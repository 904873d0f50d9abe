import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { demo } from './demo'
import { CARDS, createLink, payWith } from './payer'
import { expectInventoried, watchScripts } from './ran-scripts'

test('the page of a payment and its receipt run scripts of the inventory alone', async ({
  page,
  context,
}) => {
  const onPage = watchScripts(page)
  const link = await createLink()
  await page.goto(link.url, { waitUntil: 'networkidle' })
  await payWith(page, CARDS.approved)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectInventoried(page, { route: '/pay/[linkId]', ran: await onPage() })

  const href = await page.getByRole('link', { name: english('receipt.open') }).getAttribute('href')
  const receipt = await context.newPage()
  const onReceipt = watchScripts(receipt)
  await receipt.goto(href ?? '', { waitUntil: 'networkidle' })
  await expect(receipt.getByRole('heading', { name: english('receipt.title') })).toBeVisible()
  await expectInventoried(receipt, { route: '/receipt/[paymentId]', ran: await onReceipt() })
})

test('the page of a sign-up runs scripts of the inventory alone', async ({ page }) => {
  const onPage = watchScripts(page)
  await page.goto(`/join/${demo().account_slug}`, { waitUntil: 'networkidle' })
  await expectInventoried(page, { route: '/join/[slug]', ran: await onPage() })
})
