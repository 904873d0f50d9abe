import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { docs } from '@/lib/messages/docs'

/** Whatever the browser complains of: a blocked style or script, a thrown error. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

for (const theme of ['light', 'dark'] as const) {
  test(`the reference shows every noun and its events under the strict policy in ${theme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    const complaints = complaintsOf(page)
    const answer = await page.goto('/docs')
    expect(answer?.headers()['content-security-policy']).not.toContain('unsafe')
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
    await page.goBack()
    await charge.getByRole('link', { name: 'charge', exact: true }).click()
    await expect(page.getByRole('region', { name: docs.objectTitle('Charge') })).toBeInViewport()
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
    expect(complaints).toEqual([])
  })

  test(`the guides are linked, readable and accessible in ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const complaints = complaintsOf(page)
    await page.goto('/docs')
    const navigation = page.getByRole('navigation', { name: docs.navigation })
    for (const label of Object.values(docs.guides)) {
      await navigation.getByRole('link', { name: label }).click()
      await expect(navigation.getByRole('link', { name: label })).toBeVisible()
      await expect(page.getByRole('navigation', { name: docs.onThisPage })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
    }
    expect(complaints).toEqual([])
  })
}

test('every address that the reference leads to is on its page, and it is whole without scripts', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/docs')
  const led = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const ids = new Set(await page.locator('[id]').evaluateAll((parts) => parts.map(({ id }) => `#${id}`)))
  expect(led.length).toBeGreaterThan(100)
  expect([...new Set(led)].filter((href) => !ids.has(href))).toEqual([])
  await context.close()
})

test('an address of the documentation that is none leads to the pages that there are', async ({ page }) => {
  for (const path of ['/docs/nope', '/docs/charges/deeper']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: docs.lostTitle })).toBeVisible()
    await expect(page.getByRole('navigation', { name: docs.navigation })).toBeVisible()
  }
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: docs.guides['quick-start'] }).click()
  await page.waitForURL('/docs/quick-start')
})

test('no page of the documentation scrolls sideways on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/docs', ...Object.keys(docs.guides).map((slug) => `/docs/${slug}`)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBe(0)
  }
})
