import { expect, type Page, test } from '@playwright/test'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

/** A browser holds a key responsible for what moves within half a second; what moves later moves by itself. */
const ANSWER_AFTER_MS = 900
/** What people do not notice (the bound of the house's own measurement). */
const UNNOTICED = 0.02

test.use({ viewport: { width: 375, height: 812 } })

for (const { path, label, table } of [
  { path: '/links', label: links.searchLabel, table: links.listLabel },
  { path: '/payments', label: payments.searchLabel, table: payments.listLabel },
]) {
  test(`in ${path} the answer of a search takes the rows' place, and none slides there`, async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, path)
    const rows = page.getByRole('table', { name: table }).getByRole('row').filter({ visible: true })
    // One that is further down comes to the top.
    const word = (await rows.nth(4).getByRole('cell').nth(2).innerText()).trim()
    const shift = await watchShift(page)
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        // The one thing here that is about time: the answer comes too late to be taken for the key's doing.
        await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))
        await route.continue()
      },
    )
    await page.getByRole('searchbox', { name: label }).fill(word)
    await expect(page).toHaveURL(/[?&]q=/)
    await expect(rows.first()).toContainText(word)
    expect(await shift()).toBeLessThanOrEqual(UNNOTICED)
  })
}

/** Watches what moves by itself from now on; answers its sum so far. */
async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { sum: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) seen.sum += entry.value
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { shifted: seen })
  })
  return async () => {
    // Two frames: what moved is told once it is painted.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    return page.evaluate(() => (window as unknown as { shifted: { sum: number } }).shifted.sum)
  }
}
