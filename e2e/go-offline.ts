import { expect, type Page } from '@playwright/test'
import { english } from '@/test/english'

/** Disables the network until `goOnline`, and waits until the page reports it. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(page.getByText(english('shell.notices.offline.title'), { exact: true })).toBeVisible()
}

export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await expect(page.getByText(english('shell.notices.offline.title'))).toHaveCount(0)
}
