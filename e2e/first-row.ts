import type { Locator, Page } from '@playwright/test'

interface FirstRow {
  row: Locator
  link: Locator
  /** Where the link leads. */
  href: string
  title: string
}

/**
 * The row that is first now, for good: another journey's link or payment may come in above it, and then the first is
 * another one.
 */
export async function firstRow(page: Page): Promise<FirstRow> {
  const { href, title } = await page
    .locator('#content a[data-row]')
    .first()
    .evaluate((first) => ({ href: first.getAttribute('href') ?? '', title: first.textContent ?? '' }))
  const link = page.locator(`a[data-row][href="${href}"]`)
  return { row: page.getByRole('row').filter({ has: link }), link, href, title }
}
