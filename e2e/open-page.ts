import { expect, type Page } from '@playwright/test'

/** A page whose shell listens: the effect that opens the live stream runs with those that listen to keys. */
export async function openPage(page: Page, path: string): Promise<void> {
  // The page before may still be starting, and open its own stream while it is being left.
  await page.goto('about:blank')
  const alive = page.waitForRequest((request) => new URL(request.url()).pathname === '/live')
  await page.goto(path)
  await alive
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
