import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until its content is there. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** Opens a screen of the dashboard and waits until it reacts: the shell opens its live stream with its other listeners. */
export async function openPage(page: Page, path: string): Promise<void> {
  const listening = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/live'))
  await arrive(page, path)
  await listening
}
