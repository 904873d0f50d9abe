import type { Locator, Page } from '@playwright/test'

interface FirstRow {
  row: Locator
  link: Locator
  href: string
  title: string
}

/** Returns the current first row. It stays the same row when another test's link or payment is added above it. */
export async function firstRow(page: Page): Promise<FirstRow> {
  const { href, title } = await page
    .locator('#content a[data-row]')
    .first()
    .evaluate((first) => ({ href: first.getAttribute('href') ?? '', title: first.textContent ?? '' }))
  const link = page.locator(`a[data-row][href="${href}"]`)
  return { row: page.getByRole('row').filter({ has: link }), link, href, title }
}
