import type { Page } from '@playwright/test'
import { english } from '@/test/english'
import { callApi } from './demo'

/** Creates a link of the demo merchant that no other test touches. */
export async function createTestLink(
  over: Record<string, unknown> = {},
): Promise<{ id: string; url: string; title: string }> {
  const title = `Cooking class ${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  const created = await callApi('POST', '/payment_links', { title, amount: 45, ...over })
  return created.json()
}

export async function linkStatus(id: string): Promise<string> {
  return (await (await callApi('GET', `/payment_links/${id}`)).json()).status
}

/** Opens the menu of a link's own page. */
export async function openLinkMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: english('links.detail.more'), exact: true }).click()
}

/** Cancels the link whose page is open. */
export async function pressCancel(page: Page): Promise<void> {
  await openLinkMenu(page)
  await page.getByRole('menuitem', { name: english('links.detail.cancel') }).click()
}
