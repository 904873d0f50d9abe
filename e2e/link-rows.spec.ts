import { expect, type Locator, test } from '@playwright/test'
import { shownLinkStatuses } from '@/lib/contract/states'
import { home } from '@/lib/messages/home'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { aLink } from './a-link'
import { signInAs, signInAsOwner } from './demo'
import { firstRowBox } from './layout'
import { ownAccount } from './other-owner'
import { arrive } from './screens'

const { share } = links

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('a card that nobody has come near yet takes as much room as one that is laid out', async ({
    page,
  }) => {
    await signInAsOwner(page)
    for (const path of ['/links', '/payments']) {
      await arrive(page, path)
      const heights = await page.evaluate(() => {
        const height = () => document.documentElement.scrollHeight
        const before = height()
        const laidOut = new CSSStyleSheet()
        laidOut.replaceSync('tr { content-visibility: visible !important }')
        document.adoptedStyleSheets.push(laidOut)
        return { before, laidOut: height() }
      })
      expect(heights.before, path).toBe(heights.laidOut)
    }
  })

  test('a row of links keeps the lines of a row of payments, and its verbs those of badge and date', async ({
    page,
  }) => {
    await signInAsOwner(page)
    /** Where the cells of the first card that shows so many stand, from the card's top; and its height. */
    const lines = () =>
      page
        .getByRole('row')
        .filter({ visible: true })
        .first()
        .evaluate((row) => {
          const { top, height } = row.getBoundingClientRect()
          const texts = [...row.querySelectorAll('[role="cell"]')]
            .filter((cell) => cell.getClientRects().length > 0 && !cell.querySelector('button'))
            .map((cell) => Math.round(cell.getBoundingClientRect().top - top))
          return { height: Math.round(height), texts: [...new Set(texts)] }
        })
    await arrive(page, '/payments')
    const payments = await lines()
    await arrive(page, '/links')
    expect(await lines()).toEqual(payments)
    const row = page.getByRole('row').filter({ visible: true }).first()
    const [badge, date, dots, card] = await Promise.all([
      row.getByRole('cell').nth(1).locator('> *').boundingBox(),
      row.locator('time + a').last().boundingBox(),
      row.locator('svg.lucide-ellipsis').evaluate((svg) => {
        const boxes = [...svg.children].map((dot) => dot.getBoundingClientRect())
        return {
          right: Math.max(...boxes.map(({ right }) => right)),
          middle: boxes.reduce((sum, { top, bottom }) => sum + (top + bottom) / 2, 0) / boxes.length,
        }
      }),
      row.boundingBox(),
    ])
    if (!badge || !date || !card) throw new Error('not on screen')
    expect(Math.abs(badge.y + badge.height / 2 - dots.middle), 'one line with the badge').toBeLessThan(1)
    expect(Math.abs(date.x + date.width - dots.right), 'as far out as the date').toBeLessThan(1.5)
    const button = await row.getByRole('button').boundingBox()
    expect(button?.width).toBe(44)
    expect(badge.x + badge.width, 'each is pressed by itself').toBeLessThanOrEqual((button?.x ?? 0) + 0.5)
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(card.x + card.width)
  })
})

test('on a card without a verb the badge stands as far out as the date', async ({ page }) => {
  test.setTimeout(120_000)
  // An account of its own: in the demo's, the newest links are other journeys'.
  const own = await ownAccount('Two cards', async (act) => {
    await act('/payment_links', { title: 'Cooking class', amount: 45 })
    const closed = await act('/payment_links', { title: 'Wine tasting', amount: 60 })
    await act(`/payment_links/${closed.id}/cancel`)
  })
  await page.setViewportSize({ width: 320, height: 812 })
  await signInAs(page, own)
  await arrive(page, '/')
  const rows = page.getByRole('table', { name: home.latestLinks }).getByRole('row').filter({ visible: true })
  await expect(rows).toHaveCount(2)
  const ends = await rows.evaluateAll((cards) =>
    cards.map((card) => {
      const verb = card.querySelector('button svg')
      const badge = card.querySelectorAll('[role="cell"]')[1]?.firstElementChild
      const date = [...card.querySelectorAll('time + a')].at(-1)
      const right = (element: Element | null | undefined) => element?.getBoundingClientRect().right ?? 0
      return { verb: verb !== null, apart: Math.abs(right(verb ?? badge) - right(date)) }
    }),
  )
  expect(ends.map(({ verb }) => verb).toSorted()).toEqual([false, true])
  expect(ends.filter(({ apart }) => apart > 3)).toEqual([])
})

test('on a tablet every link keeps to one line, and a state to its column', async ({ page }) => {
  await signInAsOwner(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  await arrive(page, '/links?status=COMPLETED')
  const told = await page.getByRole('row').evaluateAll((rows) =>
    rows.slice(1).map((row) => {
      const [, status] = row.querySelectorAll<HTMLElement>('[role="cell"], td')
      const title = row.querySelector<HTMLElement>('a[data-row]')
      const line = title ? Number.parseFloat(getComputedStyle(title).lineHeight) : 0
      return {
        lines: title ? Math.round(title.getBoundingClientRect().height / line) : 0,
        cut: status ? status.scrollWidth > status.clientWidth : true,
      }
    }),
  )
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter(({ lines, cut }) => lines !== 1 || cut)).toEqual([])
})

test('every column of the links stands in one place, whichever tab is shown', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  const places = new Set<string>()
  const { amount, status, uses, collected, ends } = links.columns
  const names = [amount, status, uses, collected, ends]
  for (const path of ['/links', ...shownLinkStatuses.map((known) => `/links?status=${known}`)]) {
    await arrive(page, path)
    const table = page.getByRole('table', { name: links.listLabel })
    for (const name of names) {
      const box = await table.getByRole('columnheader', { name, exact: true }).boundingBox()
      places.add(`${name}: ${box?.x} ${box?.width}`)
    }
  }
  expect([...places]).toHaveLength(names.length)
})

test('the ring of the row that the keyboard is on lies above all of its cells', async ({ page }) => {
  await signInAsOwner(page)
  for (const path of ['/links', '/payments', '/audit']) {
    await arrive(page, path)
    const before = await firstRowBox(page)
    await page.keyboard.press('j')
    expect(await firstRowBox(page), `${path} stays`).toEqual(before)
    const row = page.getByRole('row').filter({ has: page.locator('a[data-row]:focus') })
    await expect(row).toHaveCount(1)
    const ring = await row.evaluate((element) => {
      const link = element.querySelector('a[data-row]') ?? element
      const { zIndex, outlineStyle, display, width, height } = getComputedStyle(link, '::before')
      const above = [...element.querySelectorAll('[role="cell"]')].every(
        (cell) => (Number.parseInt(getComputedStyle(cell).zIndex, 10) || 0) < Number(zIndex),
      )
      const box = element.getBoundingClientRect()
      const fits = (size: string, room: number) => Math.abs(Number.parseFloat(size) - room) < 1.5
      return { outlineStyle, display, above, whole: fits(width, box.width) && fits(height, box.height) }
    })
    expect(ring, path).toEqual({ outlineStyle: 'solid', display: 'block', above: true, whole: true })
  }
})

test('an address is cut in its middle: its host and the end of its id stay', async ({ page }) => {
  const link = await aLink()
  await signInAsOwner(page)
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await arrive(page, `/links/${link.id}/share`)
    const field = page.getByRole('textbox', { name: share.url })
    const shown = field.locator('xpath=following-sibling::*[1]')
    const [host, , end] = await shown.locator('span').all()
    await expect(host ?? shown).toHaveText(new URL(link.url).host)
    await expect(end ?? shown).toHaveText(link.url.slice(-6))
    for (const part of [host, end])
      expect(await part?.evaluate((span) => span.scrollWidth <= span.clientWidth), `at ${width}`).toBe(true)
    const room = await shown.evaluate((span) => span.scrollWidth <= span.clientWidth)
    expect(room, `at ${width}`).toBe(true)
    await field.focus()
    expect(await field.evaluate((input) => getSelection()?.toString() === input.getAttribute('value'))).toBe(
      true,
    )
    await expect(shown).toBeHidden()
  }
})

test('an outline is as high as what takes its place', async ({ page, browser }) => {
  await signInAsOwner(page)
  // Without scripts nothing takes the outline's place.
  const still = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const outlined = await still.newPage()
  const heights = (places: Locator) =>
    places.evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)))
  for (const width of [1440, 768, 375]) {
    await outlined.setViewportSize({ width, height: 900 })
    await outlined.goto('/links/import')
    const outline = outlined.locator('#content [role="status"] > section')
    await expect(outline).toHaveCount(2)
    const before = await heights(outline)
    await page.setViewportSize({ width, height: 900 })
    await arrive(page, '/links/import')
    await expect(page.getByLabel(linkBatches.paste)).toBeVisible()
    const after = (await heights(page.locator('#content section'))).slice(0, 2)
    for (const [index, height] of after.entries())
      expect(Math.abs(height - (before[index] ?? 0)), `card ${index} at ${width}`).toBeLessThanOrEqual(4)
  }
  await still.close()
})
