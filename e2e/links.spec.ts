import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { payForm } from '@/lib/messages/pay-form'
import { savedViews } from '@/lib/messages/saved-views'
import { openExpiryCalendar } from './calendar'
import { callApi, signInAsOwner } from './demo'

const { detail: words, share, history } = links

async function aLink(
  over: Record<string, unknown> = {},
): Promise<{ id: string; url: string; title: string }> {
  const title = `Cooking class ${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  const created = await callApi('POST', '/payment_links', { title, amount: 45, ...over })
  return created.json()
}

const statusOf = async (id: string) => (await (await callApi('GET', `/payment_links/${id}`)).json()).status

/** A page that streams stands there twice for a moment: its outline, and what takes the outline's place. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1')).toHaveCount(1)
}

/** What only an act brings about, the accessibility journey never sees: it is checked here, on a phone and both themes. */
async function expectSound(page: Page, what: string): Promise<void> {
  const desk = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const told = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
    expect(told, `${what} in ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize({ width: 375, height: 812 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${what} at 375`).toBeLessThanOrEqual(0)
  if (desk) await page.setViewportSize(desk)
}

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

test('a cancel can be undone for six seconds, after a reload too', async ({ page }) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await page.getByRole('button', { name: words.cancel }).click()
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(page.getByRole('button', { name: words.cancelUndo })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: words.cancelUndo }).click()
  await expect(page.getByText(words.cancelUndone)).toBeVisible()
  await expect(page.getByRole('button', { name: words.cancel })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: words.cancel })).toBeVisible()
  await expect(page.getByText(/Cancels in/)).toBeHidden()
  expect(await statusOf(link.id)).toBe('ACTIVE')
})

test('a second press on the way to cancel hits nothing, not while it waits and not afterwards', async ({
  page,
}) => {
  await signInAsOwner(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 768, height: 900 },
    { width: 375, height: 812 },
  ]) {
    const link = await aLink({ expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString() })
    await page.setViewportSize(size)
    await arrive(page, `/links/${link.id}`)
    const here = page.url()
    const button = page.getByRole('button', { name: words.cancel })
    const box = await button.boundingBox()
    const totals = page.getByLabel(words.stats.label)
    const below = await totals.boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    await page.mouse.dblclick(at.x, at.y)
    const rests = page.getByRole('button', { name: words.cancelling })
    await expect(rests).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
    expect(await rests.boundingBox(), `its place at ${size.width}`).toEqual(box)
    expect(await totals.boundingBox(), `what is below it at ${size.width}`).toEqual(below)
    await expect(page.getByText(words.sentence.ACTIVE())).toBeHidden()
    await expect(page.getByRole('button', { name: share.copy, exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: words.share, exact: true })).toHaveCount(0)
    await page.mouse.click(at.x, at.y)
    await expect(page.getByText(words.sentence.CANCELLED())).toBeVisible({ timeout: 20_000 })
    await page.mouse.click(at.x, at.y)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(link.title)
    expect(page.url()).toBe(here)
    // Its address is dead: it can be read, and nothing offers it.
    await expect(page.getByRole('button', { name: share.copy, exact: true })).toHaveCount(0)
    await expect(page.locator('#content').getByText(link.url, { exact: true })).toBeVisible()
    await expect(page.locator(`#content a[href="${link.url}"]`)).toHaveCount(0)
  }
})

test('the share screen of a link that is being cancelled offers nothing but the way to take it back', async ({
  page,
}) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await page.getByRole('button', { name: words.cancel }).click()
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await arrive(page, `/links/${link.id}/share`)
  const content = page.locator('#content')
  await expect(content.getByText(links.cancelling, { exact: true })).toBeVisible()
  await expect(content.getByText(share.closing)).toBeVisible()
  await expect(content.getByText(links.status.ACTIVE, { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: share.copy })).toHaveCount(0)
  await expect(page.getByRole('link', { name: share.whatsapp })).toHaveCount(0)
  await expect(page.getByRole('img', { name: share.qrLabel(link.title) })).toHaveCount(0)
  await page.getByRole('button', { name: words.cancelUndo }).click()
  await expect(page.getByRole('button', { name: share.copy })).toBeFocused()
  await expect(content.getByText(links.status.ACTIVE, { exact: true })).toBeVisible()
  expect(await statusOf(link.id)).toBe('ACTIVE')

  // Closed elsewhere, the open page follows.
  const other = await page.context().newPage()
  await arrive(other, `/links/${link.id}`)
  await other.getByRole('button', { name: words.cancel }).click()
  await expect(content.getByText(links.cancelling, { exact: true })).toBeVisible()
  await expectSound(page, 'the share screen of a link that is being cancelled')
  await expect(content.getByText(share.closed)).toBeVisible({ timeout: 20_000 })
})

test('a cancel goes on when its tab is closed, and another tab sees it', async ({ page, context }) => {
  const link = await aLink()
  await signInAsOwner(page)
  const other = await context.newPage()
  await arrive(other, `/links/${link.id}`)
  await arrive(page, `/links/${link.id}`)
  await page.getByRole('button', { name: words.cancel }).click()
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await page.close()
  await expect(other.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(other.getByText(words.sentence.CANCELLED())).toBeVisible({ timeout: 20_000 })
  expect(await statusOf(link.id)).toBe('CANCELLED')
})

test('the seconds in which a cancel can be undone are readable by everybody', async ({ page }) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  // The worker may not be asked to wait for axe: the page is shown the same answer again and again.
  await page.route(`**/links/${link.id}/data`, async (route) => {
    const response = await route.fetch()
    const detail = await response.json()
    const due_at = new Date(Date.now() + 4_000).toISOString()
    detail.link = { ...detail.link, status: 'ACTIVE', shown_status: 'ACTIVE' }
    detail.cancel = { id: 'aud_shown', state: 'WAITING', due_at, problem: null }
    await route.fulfill({ response, json: detail })
  })
  await page.getByRole('button', { name: words.cancel }).click()
  await expect(page.getByRole('button', { name: words.cancelUndo })).toBeVisible()
  await expectSound(page, 'a cancel that waits')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a duplicate is a new link with the same data, its references included', async ({ page }) => {
  const link = await aLink({
    max_uses: 12,
    description: 'Bring an apron',
    metadata: { order: 'A-1', seats: 2 },
  })
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await page.getByRole('link', { name: words.duplicate }).click()
  await expect(page.getByLabel(links.form.name)).toHaveValue(link.title)
  await page.getByRole('button', { name: links.form.metadata.add }).click()
  await page.getByLabel(links.form.metadata.name(3)).fill('room')
  await page.getByLabel(links.form.metadata.value(3)).fill('Garden')
  await page.getByRole('button', { name: links.form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  const id = page.url().split('/').at(-2) ?? ''
  expect(id).not.toBe(link.id)
  expect(await (await callApi('GET', `/payment_links/${id}`)).json()).toMatchObject({
    title: link.title,
    amount: 45,
    max_uses: 12,
    description: 'Bring an apron',
    metadata: { order: 'A-1', seats: 2, room: 'Garden' },
  })
})

test('what a payer will see grows beside the form, and an amount tells at once what is wrong with it', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const preview = page.getByRole('complementary', { name: links.form.preview, includeHidden: true })
  const title = page.getByLabel(links.form.name, { exact: true })
  const amount = page.getByLabel(links.form.amount, { exact: true })
  await title.fill('Piano lesson')
  await amount.fill('1234,5')
  await expect(page.getByText(links.form.amountParsed('1,234.50', 'USD'))).toBeVisible()
  await expect(preview).toContainText('Piano lesson')
  await expect(preview).toContainText(payForm.submit('1,234.50 USD'))
  // A picture of the payer's page, not a second form: nobody gets into it by keyboard or by screen reader.
  expect(await preview.locator('[inert][aria-hidden="true"] input').count()).toBeGreaterThan(2)
  expect(await preview.locator('input:not([inert] *)').count()).toBe(0)

  await amount.fill('0')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  await amount.blur()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(links.form.problems.amount_too_small('0.01 USD'))).toBeVisible()
  await amount.fill('12.345')
  await expect(
    page.getByText(links.form.problems.too_many_decimals('USD', 2, '12.34'), { exact: true }),
  ).toBeVisible()
  await amount.fill('99999999')
  await expect(page.getByText(links.form.problems.amount_too_large('9,999,999.99 USD'))).toBeVisible()
  await expectSound(page, 'a new link with a wrong amount')

  await page.setViewportSize({ width: 375, height: 812 })
  await expect(preview.getByText(payForm.number, { exact: true })).toBeHidden()
  await page.getByRole('button', { name: links.form.previewShow }).click()
  await expect(preview.getByText(payForm.number, { exact: true })).toBeVisible()
  await expectSound(page, 'the preview on a phone')

  await amount.fill('45')
  await page.getByRole('button', { name: links.form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share\?made=1/)
  await expect(page.getByRole('heading', { level: 1, name: share.title })).toBeVisible()
  await page.goto(page.url().replace('?made=1', ''))
  await expect(page.getByRole('heading', { level: 1, name: share.titleLater })).toBeVisible()
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
  await expect(page.getByText(links.beingCancelled(link.title))).toBeVisible()
  await page.getByRole('button', { name: words.cancelUndo }).click()
  await expect(page.getByText(words.cancelUndone)).toBeVisible()
  expect(await statusOf(link.id)).toBe('ACTIVE')
})

test('the menu of a row that is being cancelled takes it back, and offers nothing of a link that is dead', async ({
  page,
}) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await arrive(page, `/links?q=${encodeURIComponent(link.title)}`)
  const row = page.getByRole('row').filter({ hasText: link.title })
  const more = page.getByRole('button', { name: `${links.more} ${link.title}` })
  const items = async () => {
    await more.click()
    await expect(page.getByRole('menuitem', { name: links.copyId })).toBeVisible()
    return page.getByRole('menuitem').allInnerTexts()
  }
  await expect(row.getByRole('button', { name: common.copyThing(link.title) })).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: words.cancel }).click()
  await expect(row.getByText(links.cancelling)).toBeVisible()
  await expect(row.getByRole('button', { name: common.copyThing(link.title) })).toHaveCount(0)
  expect(await items()).toEqual([words.undoCancel, words.duplicate, links.copyId])
  await page.getByRole('menuitem', { name: words.undoCancel }).click()
  await expect(page.getByText(words.cancelUndone)).toBeVisible()
  await expect(row.getByText(links.status.ACTIVE)).toBeVisible()
  expect(await items()).toContain(words.cancel)
  await page.keyboard.press('Escape')
  expect(await statusOf(link.id)).toBe('ACTIVE')

  await callApi('POST', `/payment_links/${link.id}/cancel`)
  await arrive(page, `/links/${link.id}`)
  await arrive(page, `/links?q=${encodeURIComponent(link.title)}`)
  await expect(row.getByText(links.status.CANCELLED)).toBeVisible()
  await expect(row.getByText(links.expiresNoMore, { exact: true })).toBeAttached()
  await expect(row.getByRole('button', { name: common.copyThing(link.title) })).toHaveCount(0)
  expect(await items()).toEqual([words.duplicate, links.copyId])
})

test('a half-typed link is found again within its tab, until it is made or begun anew', async ({ page }) => {
  const title = `Piano lesson ${Date.now()}`
  const other = await aLink()
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const form = links.form
  const name = page.getByLabel(form.name, { exact: true })
  const restored = page.getByText(form.draftRestored)
  await expect(restored).toHaveCount(0)
  await name.fill(title)
  await page.getByLabel(form.amount, { exact: true }).fill('12,5')
  await page.getByLabel(form.usesSeveral).check()
  await page.getByLabel(form.usesCount).fill('25')
  await page.getByLabel(form.expiryWeek).check()
  await page.getByRole('button', { name: form.metadata.add }).click()
  await page.getByLabel(form.metadata.name(1)).fill('order')
  await page.getByLabel(form.metadata.value(1)).fill('A-1')

  await page.getByRole('link', { name: links.title, exact: true }).first().click()
  await page.waitForURL('/links')
  for (const comeBack of [() => page.goBack(), () => arrive(page, '/links/new'), () => page.reload()]) {
    await comeBack()
    await expect(restored).toBeVisible()
    await expect(name).toHaveValue(title)
    await expect(page.getByLabel(form.amount, { exact: true })).toHaveValue('12,5')
    await expect(page.getByLabel(form.usesCount)).toHaveValue('25')
    await expect(page.getByLabel(form.expiryWeek)).toBeChecked()
    await expect(page.getByLabel(form.metadata.name(1))).toHaveValue('order')
    await expect(page.getByLabel(form.metadata.value(1))).toHaveValue('A-1')
  }
  await expectSound(page, 'a restored draft')

  // A copy begins as what it copies, and leaves the draft alone.
  await arrive(page, `/links/new?from=${other.id}`)
  await expect(name).toHaveValue(other.title)
  await name.fill('Another')
  await arrive(page, '/links/new?amount=41.5&title=Told')
  await expect(name).toHaveValue('Told')
  await expect(restored).toHaveCount(0)
  await arrive(page, '/links/new')
  await expect(name).toHaveValue(title)

  await page.getByRole('button', { name: form.startOver }).click()
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await expect(restored).toHaveCount(0)
  await page.reload()
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(name).toHaveValue('')

  await name.fill(title)
  await page.getByLabel(form.amount, { exact: true }).fill('12')
  await page.getByRole('button', { name: form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  await arrive(page, '/links/new')
  await expect(name).toHaveValue('')
  await expect(restored).toHaveCount(0)
})

/** Collects what the page's heading says to those who see, and whether the tab was ever nameless, from now on. */
async function watchHeadings(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => {
      if (document.title === '' && seen.at(-1) !== 'no title') seen.push('no title')
      for (const heading of document.querySelectorAll('h1')) {
        const text = [...heading.childNodes]
          .filter((node) => !(node instanceof Element && node.classList.contains('sr-only')))
          .map((node) => node.textContent)
          .join('')
        const told = text || 'an outline'
        if (seen.at(-1) !== told) seen.push(told)
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    look()
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => ('seen' in window ? window.seen : null))
}

test('from the form to the ready link no other page, outline or nameless tab stands between, nor on the way to a copy', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const seen = await watchHeadings(page)
  await page.getByLabel(links.form.name, { exact: true }).fill('Cooking class')
  await page.getByLabel(links.form.amount, { exact: true }).fill('45')
  await page.getByRole('button', { name: links.form.submit }).click()
  await expect(page.getByRole('heading', { level: 1, name: share.title })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(share.title))
  expect(await seen()).toEqual([links.form.title, share.title])
  await page.getByRole('link', { name: words.duplicate }).click()
  await expect(page.getByLabel(links.form.name, { exact: true })).toHaveValue('Cooking class')
  expect(await seen()).toEqual([links.form.title, share.title, links.form.duplicateTitle])
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

test('an import that nobody began is not found', async ({ page }) => {
  await signInAsOwner(page)
  const answer = await page.goto('/links/import/batch_nobodys')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('h1')).toHaveCount(1)
})

test('an expired link is renewed with the same data and a new end', async ({ page }) => {
  const link = await aLink({ expires_at: new Date(Date.now() + 8_000).toISOString() })
  await signInAsOwner(page)
  await expect(async () => {
    await arrive(page, `/links/${link.id}`)
    await page.getByRole('link', { name: words.renew }).click({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByLabel(links.form.name)).toHaveValue(link.title)
  await expect(page.getByLabel(links.form.expiryDay)).toBeChecked()
  await page.getByRole('button', { name: links.form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  const id = page.url().split('/').at(-2) ?? ''
  const renewed = await (await callApi('GET', `/payment_links/${id}`)).json()
  expect(renewed.title).toBe(link.title)
  expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.now())
})

test('a link gets an end of its own: a day from the calendar, a time as one writes it', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  await page.getByLabel(links.form.name).fill('Cooking class')
  await page.getByLabel(links.form.amount).fill('45')
  await page.getByLabel(links.form.expiryCustom).check()
  const field = page.locator('[name="expires_at"]')
  await expect(field).toBeVisible()
  const time = page.getByLabel(calendar.moment.time, { exact: true })
  await expect(page.getByText(calendar.moment.open)).toBeVisible()
  await time.fill('6:15 pm')
  await expect(page.getByText(calendar.moment.open)).toHaveCount(0)
  await page.getByRole('button', { name: links.form.submit }).click()
  const noDay = page.getByText(links.form.problems.expiryDay, { exact: true })
  await expect(noDay).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(time).not.toHaveAttribute('aria-invalid', 'true')
  await time.fill('7:45 pm')
  await time.blur()
  await expect(noDay).toBeVisible()
  await time.fill('')
  await time.blur()
  await expect(noDay).toBeVisible()
  await expectSound(page, 'a link without its own end')
  const days = await openExpiryCalendar(page)
  await days.getByRole('button', { name: calendar.next }).click()
  // The 15th of next month is in no other month's weeks.
  const day = days.locator('[role="gridcell"][data-day$="-15"]')
  const chosen = (await day.getAttribute('data-day')) ?? ''
  await day.getByRole('button').click()
  await expect(days).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toContainText(/15 \w{3} \d{4}$/)
  await expect(noDay).toHaveCount(0)

  await expect(time).toHaveValue('23:59')
  await time.fill('half past six')
  await time.blur()
  await expect(page.getByText(calendar.moment.timeProblem)).toBeVisible()
  await expectSound(page, 'a time that is none')
  await time.fill('6:15 pm')
  await time.press('ArrowUp')
  await expect(time).toHaveValue('18:30')
  await page.getByRole('button', { name: links.form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)

  const id = page.url().split('/').at(-2) ?? ''
  const link = await (await callApi('GET', `/payment_links/${id}`)).json()
  const { timezone } = await (await callApi('GET', '/me')).json()
  const wall = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: timezone })
  expect(wall.format(new Date(link.expires_at))).toBe(`${chosen} 18:30`)
})

test('a table of links is corrected, made, left and found again', async ({ page }) => {
  const mark = `Table ${Date.now()}`
  const table = (amount: string) =>
    `title,amount,max_uses\n${mark}-1,${amount},1\n${mark}-2,"30,50",unlimited\n`
  await signInAsOwner(page)
  await arrive(page, '/links/import')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: linkBatches.columns.download }).click()
  const sample = await readFile(await (await template).path(), 'utf8')
  const rows = page.getByLabel(linkBatches.paste)
  await page.locator('input[type=file]').setInputFiles({
    name: 'tables.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sample),
  })
  await expect(page.getByText(linkBatches.fileRead('tables.csv'))).toBeVisible()
  await expect(page.getByText(linkBatches.fine, { exact: true })).toHaveCount(2)
  await rows.fill(table('abc'))
  await expect(page.getByText(links.form.problems.not_a_number)).toBeVisible()
  const start = page.getByRole('button', { name: linkBatches.start('2', false) })
  await expect(page.getByRole('button', { name: linkBatches.correctFirst('1', true) })).toBeDisabled()
  await expectSound(page, 'a table with a mistake')
  await rows.fill(table('25'))
  await start.click()
  await page.waitForURL(/\/links\/import\/batch_/)
  const place = page.url()
  await arrive(page, '/links/import')
  await page.getByRole('link', { name: linkBatches.pasted }).first().click()
  await page.waitForURL(place)
  await expect(page.getByText(linkBatches.progress.state.DONE, { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await expectSound(page, 'a finished table')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: linkBatches.progress.download }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^1,Table \d+-1,25,DONE,pl_\w+,http.*\/pay\/pl_\w+,$/)
  expect(lines[2]).toMatch(/^2,Table \d+-2,30.5,DONE,pl_/)
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
