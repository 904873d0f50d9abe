import { expect, test } from '@playwright/test'
import { docs } from '@/lib/messages/docs'

test('the reference covers every noun, and its links open the parts that they name', async ({ page }) => {
  const response = await page.goto('/docs')
  expect(response?.headers()['content-security-policy']).not.toContain('unsafe')
  const contents = page.getByRole('navigation', { name: docs.onThisPage })
  for (const noun of [
    'Account',
    'Payment links',
    'Payments',
    'Customers',
    'Charges',
    'Settlements',
    'Events',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name: noun, exact: true })).toBeVisible()
    await expect(contents.getByRole('link', { name: noun, exact: true })).toBeVisible()
  }
  await contents.getByRole('link', { name: /POST.*charges/ }).click()
  const charge = page.getByRole('region', { name: /^Charge the saved card/ })
  await expect(charge.getByRole('heading', { level: 3 })).toBeInViewport()
  await expect(charge.getByText('use_saved_card', { exact: true })).toBeVisible()
  await charge.getByRole('link', { name: 'idempotency_key_reused' }).click()
  await expect(page.locator('#idempotency_key_reused')).toBeInViewport()
  const anchors = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const ids = new Set(await page.locator('[id]').evaluateAll((parts) => parts.map(({ id }) => `#${id}`)))
  expect(anchors.length).toBeGreaterThan(100)
  expect([...new Set(anchors)].filter((href) => !ids.has(href))).toEqual([])
})

test('every guide is linked, and an unknown page is a 404 that links to them', async ({ page }) => {
  await page.goto('/docs')
  const navigation = page.getByRole('navigation', { name: docs.navigation })
  for (const [slug, label] of Object.entries(docs.guides)) {
    await navigation.getByRole('link', { name: label }).click()
    await page.waitForURL(`/docs/${slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect((await page.goto('/docs/charges/deeper'))?.status()).toBe(404)
  expect((await page.goto('/docs/nope'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: docs.lostTitle })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: docs.guides['quick-start'] }).click()
  await page.waitForURL('/docs/quick-start')
})

test('the tables of a guide stay tables for a screen reader on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/docs/charges')
  const table = page.getByRole('main').getByRole('table').first()
  await expect(table.getByRole('columnheader').first()).toBeAttached()
  const label = (await table.getByRole('columnheader').nth(1).textContent()) ?? ''
  const cell = table.getByRole('row').nth(1).getByRole('cell').nth(1)
  await expect(cell.getByText(label, { exact: true })).toBeVisible()
})
