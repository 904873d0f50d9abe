import { expect, type Page } from '@playwright/test'

/** Opens a page and waits for its content. */
export async function gotoPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** Opens a screen of the dashboard and waits for its hydration: the shell registers its listeners in one step. */
export async function openPage(page: Page, path: string): Promise<void> {
  const listening = page.waitForRequest((request) =>
    new URL(request.url()).pathname.endsWith('/data/watch/page'),
  )
  await gotoPage(page, path)
  await listening
  // State from an effect, such as a preference of this browser, is rendered a frame later.
  await nextFrames(page)
}

/** Waits for two frames, after which a change of size, colors or state is painted. */
export async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
