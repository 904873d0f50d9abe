import { expect, test } from '@playwright/test'
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
