import { expect, type Page } from '@playwright/test'
import { shell } from '@/lib/messages/shell'

/** Takes the network away until `goOnline`, and waits until the page says so. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(page.getByText(shell.offlineTitle, { exact: true })).toBeVisible()
}

export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await expect(page.getByText(shell.offlineTitle)).toHaveCount(0)
}
