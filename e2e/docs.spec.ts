import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { docs } from '@/lib/messages/docs'

/** Whatever the browser complains of: a blocked style or script, a thrown error. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

for (const theme of ['light', 'dark'] as const) {
  test(`the reference shows every noun and its events under the strict policy in ${theme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    const complaints = complaintsOf(page)
    const answer = await page.goto('/docs')
    expect(answer?.headers()['content-security-policy']).not.toContain('unsafe')
    const contents = page.getByRole('navigation', { name: docs.onThisPage })
    for (const noun of [
      'Account',
      'Payment links',
      'Payments',
      'Customers',
      'Charges',
      'Settlements',
      'Events',
    ]) {
      await expect(page.getByRole('heading', { level: 2, name: noun, exact: true })).toBeVisible()
      await expect(contents.getByRole('link', { name: noun, exact: true })).toBeVisible()
    }
    await contents.getByRole('link', { name: /POST.*charges/ }).click()
    const charge = page.getByRole('region', { name: /^Charge the saved card/ })
    await expect(charge.getByRole('heading', { level: 3 })).toBeInViewport()
    await expect(charge.getByText('use_saved_card', { exact: true })).toBeVisible()
    await charge.getByRole('link', { name: 'idempotency_key_reused' }).click()
    await expect(page.locator('#idempotency_key_reused')).toBeInViewport()
    await page.goBack()
    await charge.getByRole('link', { name: 'charge', exact: true }).click()
    await expect(page.getByRole('region', { name: docs.objectTitle('Charge') })).toBeInViewport()
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
    expect(complaints).toEqual([])
  })

  test(`the guides are linked, readable and accessible in ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const complaints = complaintsOf(page)
    await page.goto('/docs')
    const navigation = page.getByRole('navigation', { name: docs.navigation })
    for (const label of Object.values(docs.guides)) {
      await navigation.getByRole('link', { name: label }).click()
      await expect(navigation.getByRole('link', { name: label })).toBeVisible()
      await expect(page.getByRole('navigation', { name: docs.onThisPage })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
    }
    expect(complaints).toEqual([])
  })
}

/** What stands in the prose, not in code, and is not as print has it. */
function unprinted(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (/['"]/.test(text.textContent ?? '') && !text.parentElement?.closest('code, script'))
        found.push(text.textContent ?? '')
    for (const head of document.querySelectorAll('main th'))
      if (/^\p{Ll}/u.test(head.textContent ?? '') && !head.querySelector('code'))
        found.push(head.textContent ?? '')
    return found
  })
}

/** Lines of code that are folded, and of them those that go on no further in than they begin. */
function foldedLines(page: Page): Promise<{ all: number; flush: string[] }> {
  return page.evaluate(() => {
    let all = 0
    const flush: string[] = []
    for (const code of document.querySelectorAll('main pre code')) {
      const range = document.createRange()
      // A folded line's letters, by the height that they stand at.
      const letters: { row: number; left: number; line: number }[] = []
      const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
      let line = 0
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const [index, letter] of [...(text.textContent ?? '')].entries()) {
          if (letter === '\n') line += 1
          if (letter.trim() === '') continue
          range.setStart(text, index)
          range.setEnd(text, index + 1)
          const { top, left } = range.getBoundingClientRect()
          letters.push({ row: Math.round(top), left, line })
        }
      }
      for (const [number, written] of (code.textContent ?? '').split('\n').entries()) {
        const own = letters.filter((letter) => letter.line === number)
        const rows = [...new Set(own.map(({ row }) => row))]
        const lefts = rows.map((row) =>
          Math.min(...own.filter((one) => one.row === row).map(({ left }) => left)),
        )
        if (rows.length < 2) continue
        all += 1
        if (lefts.slice(1).some((left) => left < (lefts[0] ?? 0) + 4)) flush.push(written)
      }
    }
    return { all, flush }
  })
}

for (const slug of Object.keys(docs.guides))
  test(`the guide ${slug} is printed as the reference is, and marks where its reader is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(`/docs/${slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await unprinted(page)).toEqual([])
    const lines = await foldedLines(page)
    expect(lines.flush).toEqual([])
    if (slug !== 'decisions') expect(lines.all).toBeGreaterThan(0)
    for (const sample of await page
      .locator('figure')
      .filter({ hasText: /"[^"]+": ["\d]/ })
      .all()) {
      const body = sample.locator('code')
      if (!/^({|\d{3} .*\n)/.test((await body.textContent()) ?? '')) continue
      const tones = await body
        .locator('span')
        .evaluateAll((parts) => new Set(parts.map((part) => getComputedStyle(part).color)).size)
      expect(tones, (await body.textContent()) ?? '').toBeGreaterThan(1)
    }

    await page.setViewportSize({ width: 1440, height: 900 })
    const contents = page.getByRole('navigation', { name: docs.onThisPage })
    const links = await contents.getByRole('link').all()
    for (const link of [links.at(1), links.at(-2), links.at(-1), links.at(0)]) {
      await link?.click()
      await expect(contents.locator('[aria-current]')).toHaveText([(await link?.textContent()) ?? ''])
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(contents.locator('[aria-current]')).toHaveText([(await links.at(-1)?.textContent()) ?? ''])
  })

test('every address that the reference leads to is on its page, and it is whole without scripts', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/docs')
  const led = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const ids = new Set(await page.locator('[id]').evaluateAll((parts) => parts.map(({ id }) => `#${id}`)))
  expect(led.length).toBeGreaterThan(100)
  expect([...new Set(led)].filter((href) => !ids.has(href))).toEqual([])
  await context.close()
})

test('an address of the documentation that is none leads to the pages that there are', async ({ page }) => {
  for (const path of ['/docs/nope', '/docs/charges/deeper']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: docs.lostTitle })).toBeVisible()
    await expect(page.getByRole('navigation', { name: docs.navigation })).toBeVisible()
  }
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: docs.guides['quick-start'] }).click()
  await page.waitForURL('/docs/quick-start')
})

test('no page of the documentation scrolls sideways on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/docs', ...Object.keys(docs.guides).map((slug) => `/docs/${slug}`)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBe(0)
  }
})

test('the head of the documentation names it whole, or where a phone has no room for it not at all', async ({
  page,
}) => {
  for (const width of [320, 360, 367, 368, 375, 768]) {
    await page.setViewportSize({ width, height: 812 })
    await page.goto('/docs')
    const name = page.getByRole('banner').getByTitle(docs.title)
    const shown = await name.evaluate((it) => ({ room: it.clientWidth, needs: it.scrollWidth }))
    if (shown.room > 1) expect(shown.needs, `at ${width}`).toBeLessThanOrEqual(shown.room)
    else expect(width).toBeLessThan(368)
  }
})

for (const width of [320, 375])
  test(`at ${width} a guide’s tables are read from top to bottom and stay tables to whoever hears them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 })
    for (const slug of ['charges', 'webhooks', 'decisions']) {
      await page.goto(`/docs/${slug}`)
      const tables = page.getByRole('main').getByRole('table')
      await expect(tables.first(), slug).toBeVisible()
      for (const table of await tables.all()) {
        await expect(table.getByRole('columnheader').first()).toBeAttached()
        const found = await table.evaluate((element) => {
          const { right, width } = element.parentElement?.getBoundingClientRect() ?? new DOMRect()
          const parts = [...element.querySelectorAll('tbody, tbody *')]
          return {
            beyond: parts
              .filter((part) => part.getBoundingClientRect().right > right)
              .map((part) => part.textContent),
            narrow: parts.filter((part) => part.matches('td') && part.clientWidth < width - 40).length,
          }
        })
        expect(found, slug).toEqual({ beyond: [], narrow: 0 })
        const row = table.getByRole('row').nth(1)
        const label = (await table.getByRole('columnheader').nth(1).textContent()) ?? ''
        await expect(row.getByRole('cell').nth(1).getByText(label, { exact: true })).toBeVisible()
      }
    }
  })
