import type { Page } from '@playwright/test'
import { links } from '@/lib/messages/links'

/** The menu of a link's own page, open. */
export async function openVerbs(page: Page): Promise<void> {
  await page.getByRole('button', { name: links.detail.more, exact: true }).click()
}

/** Cancels the link whose page is open, as a person does. */
export async function pressCancel(page: Page): Promise<void> {
  await openVerbs(page)
  await page.getByRole('menuitem', { name: links.detail.cancel }).click()
}
