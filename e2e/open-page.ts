import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until its content is there. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** Opens a screen of the dashboard and waits until it reacts: the shell asks for looks with its other listeners. */
export async function openPage(page: Page, path: string): Promise<void> {
  const listening = page.waitForRequest((request) =>
    new URL(request.url()).pathname.endsWith('/mirror/watch'),
  )
  await arrive(page, path)
  await listening
  // State that an effect reads, such as a preference of this browser, is rendered a frame later.
  await nextFrames(page)
}

/** Waits for two frames: a change of size, colors or state is painted by then. */
export async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
