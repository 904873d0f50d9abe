import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { callApi, signInAsOwner } from './demo'

const SIZES = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

async function somePages(): Promise<{ signedIn: string[]; open: string[] }> {
  const [links, payments] = await Promise.all([
    callApi('GET', '/payment_links?limit=1&status=ACTIVE').then((answer) => answer.json()),
    callApi('GET', '/payments?limit=1').then((answer) => answer.json()),
  ])
  const link = links.data[0].id
  return {
    signedIn: [
      '/',
      '/links',
      '/links/new',
      `/links/new?from=${link}`,
      '/links/import',
      `/links/${link}`,
      `/links/${link}/share`,
      '/payments',
      '/payments?status=FAILED&q=nobody',
      `/payments/${payments.data[0].id}`,
      '/settings',
    ],
    open: ['/sign-in', `/pay/${link}`, '/pay/pl_nobodys'],
  }
}

async function expectAccessible(page: Page, path: string, theme: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(told, `${path} in ${theme}`).toEqual([])
}

for (const theme of ['light', 'dark'] as const) {
  test(`no page breaks the accessibility rules in ${theme}`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const { signedIn, open } = await somePages()
    for (const path of open) await expectAccessible(page, path, theme)
    await signInAsOwner(page)
    for (const path of signedIn) await expectAccessible(page, path, theme)
  })
}

test('no page scrolls sideways on a phone, a tablet or a desk', async ({ page }) => {
  test.setTimeout(180_000)
  const { signedIn, open } = await somePages()
  await signInAsOwner(page)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const path of [...open, ...signedIn]) {
      await page.goto(path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} at ${size.width}`).toBeLessThanOrEqual(0)
    }
  }
})
