import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { shownLinkStatuses } from '@/lib/contract/states'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { savedViews } from '@/lib/messages/saved-views'
import { aLink, statusOf } from './a-link'
import { expectSound } from './axe'
import { callApi, signInAsOwner } from './demo'
import { arrive } from './screens'

const { detail: words, share, history } = links

/** The trace is written beside the act, not before it. */
async function expectTrace(page: Page, id: string, lines: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.goto(`/links/${id}`)
    for (const line of lines) await expect(page.getByText(line).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('a link is shared every way a shop shares, and the page says what was done, never that it was sent', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}/share`)

  const copy = page.getByRole('button', { name: share.copy })
  await expect(copy).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.url)

  for (const [name, start] of [
    [share.whatsapp, 'https://wa.me/?text='],
    [share.email, 'mailto:?'],
    [share.sms, 'sms:?&body='],
  ] as const) {
    const href = (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
    expect(href.startsWith(start), href).toBe(true)
    expect(decodeURIComponent(href)).toContain(link.url)
    expect(decodeURIComponent(href)).toContain(link.title)
  }

  await expect(page.getByRole('img', { name: share.qrLabel(link.title) })).toBeVisible()
  const files = { [share.qrPng]: '\u0089PNG', [share.qrSvg]: '<svg xmlns' }
  for (const [kind, head] of Object.entries(files)) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `${share.qr}: ${kind}` }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(new RegExp(`^cooking-class-.*\\.${kind.toLowerCase()}$`))
    expect((await readFile(await file.path())).toString('latin1').startsWith(head)).toBe(true)
  }

  await expectSound(page, 'the share screen')
  await expectTrace(page, link.id, [history.channel.copied, history.channel.qr_png, history.channel.qr_svg])
})

test('a link is copied and cancelled from its row, and the cancel is taken back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await aLink()
  await signInAsOwner(page)
  // No event tells of a link that the API made: it is in the list once somebody has looked at it.
  await arrive(page, `/links/${link.id}`)
  await arrive(page, `/links?q=${encodeURIComponent(link.title)}`)
  await expect(page.getByRole('link', { name: link.title, exact: true })).toBeVisible()
  await expect(page.getByText(links.total('1', true))).toBeVisible()
  const more = page.getByRole('button', { name: `${links.more} ${link.title}` })
  await more.click()
  await page.getByRole('menuitem', { name: share.copy }).click()
  await expect(page.getByText(links.copied(link.title))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.url)
  await more.click()
  await expect(page.getByRole('menuitem', { name: words.duplicate })).toBeVisible()
  await expectSound(page, 'the menu of a row')
  await page.getByRole('menuitem', { name: words.cancel }).click()
  // The seconds count, and are heard once; what was reported before makes room.
  const seconds = page.getByText(/^Cancels in \d s$/)
  await expect(seconds).toBeVisible()
  const heard = page.getByText(links.cancelledSoon(link.title))
  await expect(heard).toHaveCount(1)
  await expect(page.getByText(links.copied(link.title))).toHaveCount(0)
  const first = (await seconds.textContent()) ?? ''
  await expect(seconds).not.toHaveText(first)
  expect(Number(/\d/.exec((await seconds.textContent()) ?? '')?.[0])).toBeLessThan(
    Number(/\d/.exec(first)?.[0]),
  )
  expect(await seconds.getAttribute('aria-hidden')).toBe('true')
  await page.getByRole('button', { name: words.cancelUndo }).click()
  await expect(page.getByText(words.cancelUndone)).toBeVisible()
  await expect(seconds).toHaveCount(0)
  expect(await statusOf(link.id)).toBe('ACTIVE')
})

test('the seconds in a toast end with the cancel: carried out, or taken back in another tab', async ({
  page,
  context,
}) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await arrive(page, `/links?q=${encodeURIComponent(link.title)}`)
  const more = page.getByRole('button', { name: `${links.more} ${link.title}` })
  const cancel = async () => {
    await more.click()
    await page.getByRole('menuitem', { name: words.cancel }).click()
    await expect(page.getByText(/^Cancels in \d s$/)).toBeVisible()
  }
  const other = await context.newPage()
  await arrive(other, `/links/${link.id}`)
  await cancel()
  await other.getByRole('button', { name: words.cancelUndo }).click()
  await expect(page.getByText(/^Cancels in \d s$/)).toHaveCount(0, { timeout: 3_000 })
  expect(await statusOf(link.id)).toBe('ACTIVE')
  await other.close()

  await cancel()
  const undo = page.getByRole('button', { name: words.cancelUndo })
  await undo.focus()
  await expect(undo).toHaveCount(0, { timeout: 10_000 })
  await expect(page.getByRole('row').filter({ hasText: link.title })).toContainText(links.status.CANCELLED, {
    timeout: 20_000,
  })
  await expect(page.getByText(links.quoted(link.title))).toHaveCount(0)
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

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
      row.locator('time + a').boundingBox(),
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

test('a link tells its end once, in days of the calendar', async ({ page }) => {
  const link = await aLink({ expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString() })
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  const totals = page.getByLabel(words.stats.label)
  await expect(totals.getByText(words.expires, { exact: true })).toBeVisible()
  await expect(totals.getByText(words.when.inDays('7'), { exact: true })).toBeVisible()
  await callApi('POST', `/payment_links/${link.id}/cancel`)
  await page.reload()
  await expect(page.getByText(words.sentence.CANCELLED())).toBeVisible()
  // Another system cancelled it, nobody told when: the totals and the timeline say so.
  await expect(totals.locator('dt')).toHaveText([
    words.stats.collected,
    words.stats.payments,
    words.stats.opened,
    links.status.CANCELLED,
  ])
  await expect(totals.getByText(words.timeUnknown, { exact: true })).toBeVisible()
  const timeline = page.getByRole('list', { name: history.title })
  await expect(timeline.getByRole('listitem').last()).toContainText(
    new RegExp(`${links.status.CANCELLED}.*${words.timeUnknown}`),
  )
  await expect(page.getByText(/already collected are kept/)).toHaveCount(0)
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

test('a member keeps the filters of a list under a name, and takes a removed view back', async ({ page }) => {
  const name = `Paid up ${Date.now()}`
  await signInAsOwner(page)
  for (const [list, filters] of [
    ['links', 'status=COMPLETED'],
    ['payments', 'status=FAILED'],
  ] as const) {
    await arrive(page, `/${list}?${filters}`)
    await page.getByRole('button', { name: savedViews.save }).click()
    await page.getByLabel(savedViews.name).fill(name)
    await page.keyboard.press('Enter')
    const view = page.getByRole('link', { name, exact: true })
    await expect(view).toHaveAttribute('aria-current', 'page')
    await arrive(page, `/${list}`)
    await view.click()
    await page.waitForURL((url) => url.search === `?${filters}`)
    await page.getByRole('button', { name: savedViews.remove(name) }).click()
    await expect(view).toHaveCount(0)
    await page.getByRole('button', { name: savedViews.undo }).click()
    await expect(view).toBeVisible()
    await page.getByRole('button', { name: savedViews.remove(name) }).click()
    await expect(view).toHaveCount(0)
  }
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
    const first = page.locator('a[data-row]').first()
    const before = await first.boundingBox()
    await page.keyboard.press('j')
    expect(await first.boundingBox(), `${path} stays`).toEqual(before)
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
