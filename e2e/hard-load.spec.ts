import { expect, type Page, test } from '@playwright/test'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { callApi, signInAsOwner } from './demo'

test('an object that is loaded by its address is awaited in its own outline, not in its list’s', async ({
  page,
}) => {
  await signInAsOwner(page)
  for (const { endpoint, place, list } of [
    { endpoint: '/payments', place: '/payments', list: payments.title },
    { endpoint: '/payment_links', place: '/links', list: links.title },
  ]) {
    const { data } = await (await callApi('GET', `${endpoint}?limit=1`)).json()
    const html = await (await page.request.get(`${place}/${data[0].id}`)).text()
    // All that streams is in the bytes, in the order in which it was sent.
    const headings = [...html.matchAll(/<h1[^>]*>([^<]*)</g)].map(([, text]) => text)
    expect(headings.length).toBeGreaterThan(0)
    expect(headings, place).not.toContain(list)
  }
})

test('an outline whose content is there is never laid out', async ({ page }) => {
  await signInAsOwner(page)
  for (const path of ['/links', '/payments', '/settings']) {
    // The browser lays the page out for the first time right after this event.
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.outlines = String(document.querySelectorAll('.animate-pulse').length)
      })
    })
    await page.goto(path)
    await expect(page.locator('html'), path).toHaveAttribute('data-outlines', '0')
  }
})

test('the letters are asked for once, and not as late as their style sheet names them', async ({ page }) => {
  await page.goto('/sign-in')
  await page.evaluate(() => document.fonts.ready)
  const asked = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => /inter-latin-wght-normal\.[^/]*woff2$/.test(entry.name))
      .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
  )
  expect(asked).toHaveLength(1)
  expect(asked).not.toContain('css')
})

test.describe('what the server sent is painted before its scripts take the processor', () => {
  /** React listens to a document that it has taken over. */
  const isTakenOver = (page: Page) =>
    page.evaluate(() => Object.keys(document).some((key) => key.startsWith('_reactListening')))

  /** Opens a page in which no time passes, and waits for all that it does by itself nevertheless. */
  async function openStill(page: Page, path: string) {
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto(path)
    await page.locator('#paint-first').waitFor({ state: 'attached' })
    // The next script's word that it has loaded comes after the one that is kept back.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const next = document.createElement('script')
          next.src = 'data:text/javascript,'
          next.onload = resolve
          document.head.append(next)
        }),
    )
  }

  for (const { path, signedIn } of [
    { path: '/payments', signedIn: true },
    { path: '/sign-in', signedIn: false },
  ]) {
    test(path, async ({ page }) => {
      if (signedIn) await signInAsOwner(page)
      await openStill(page, path)
      expect(await isTakenOver(page)).toBe(false)
      await page.clock.runFor(100)
      await expect.poll(() => isTakenOver(page)).toBe(true)
    })
  }

  test('which is awaited a second at most', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', (event) => event.stopImmediatePropagation())
    })
    await openStill(page, '/sign-in')
    await page.clock.runFor(900)
    expect(await isTakenOver(page)).toBe(false)
    await page.clock.runFor(200)
    await expect.poll(() => isTakenOver(page)).toBe(true)
  })

  test('and not where nobody looks', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }))
    await openStill(page, '/sign-in')
    await expect.poll(() => isTakenOver(page)).toBe(true)
  })
})
