import { expect, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { aLink, statusOf } from './a-link'
import { expectSound } from './axe'
import { callApi, signInAsOwner } from './demo'
import { restingBox } from './layout'
import { openVerbs, pressCancel } from './link-verbs'
import { arrive } from './screens'

const { detail: words, share, history } = links

test('a cancel can be undone for six seconds, after a reload too', async ({ page }) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await pressCancel(page)
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(page.getByRole('button', { name: words.cancelUndo })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: words.cancelUndo }).click()
  await expect(page.getByText(words.cancelUndone)).toBeVisible()
  // The keyboard is where it came from.
  await expect(page.getByRole('button', { name: words.more, exact: true })).toBeFocused()
  await page.reload()
  await openVerbs(page)
  await expect(page.getByRole('menuitem', { name: words.cancel })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/Cancels in/)).toBeHidden()
  expect(await statusOf(link.id)).toBe('ACTIVE')
})

test('a second press on the way to cancel hits nothing, and nothing moves: not while it waits, not afterwards', async ({
  page,
}) => {
  await signInAsOwner(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 768, height: 900 },
    { width: 375, height: 812 },
  ]) {
    const link = await aLink({
      title: 'Sourdough workshop for beginners, two Saturdays',
      expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    })
    await page.setViewportSize(size)
    await arrive(page, `/links/${link.id}`)
    const here = page.url()
    const more = page.getByRole('button', { name: words.more, exact: true })
    /** Where everything below what was pressed stands. */
    const places = async () => ({
      more: await more.boundingBox(),
      title: await page.getByRole('heading', { level: 1 }).boundingBox(),
      totals: await page.getByLabel(words.stats.label).boundingBox(),
      payments: await page.getByRole('heading', { name: words.payments, exact: true }).boundingBox(),
      timeline: await page.getByRole('heading', { name: history.title, exact: true }).boundingBox(),
      details: await page.getByRole('heading', { name: words.properties, exact: true }).boundingBox(),
    })
    const before = await places()
    if (size.width === 1440) expect(before.title?.height ?? 0, 'one line').toBeLessThan(45)
    await openVerbs(page)
    const box = await restingBox(page.getByRole('menuitem', { name: words.cancel }))
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    await page.mouse.dblclick(at.x, at.y)
    await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByRole('button', { name: words.cancelUndo })).toBeFocused()
    expect(await places(), `while it waits, at ${size.width}`).toEqual(before)
    await openVerbs(page)
    await expect(page.getByRole('menuitem', { name: words.cancelling })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByText(words.sentence.ACTIVE())).toBeHidden()
    await expect(page.getByRole('button', { name: share.copy, exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: words.share, exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: words.shareNow, exact: true })).toHaveCount(0)
    await page.mouse.click(at.x, at.y)
    await expect(page.getByText(words.sentence.CANCELLED())).toBeVisible({ timeout: 20_000 })
    expect(await places(), `afterwards, at ${size.width}`).toEqual(before)
    await page.mouse.click(at.x, at.y)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(link.title)
    expect(page.url()).toBe(here)
    // Its address is dead: it can be read, and nothing offers it.
    await expect(page.getByRole('button', { name: share.copy, exact: true })).toHaveCount(0)
    const address = page.locator('#content').getByTitle(link.url)
    await expect(address).toContainText(link.url.slice(-10))
    expect((await address.boundingBox())?.height ?? 0, 'one line').toBeLessThan(50)
    await expect(page.locator(`#content a[href="${link.url}"]`)).toHaveCount(0)
  }
})

test('the share screen of a link that is being cancelled offers nothing but the way to take it back', async ({
  page,
}) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await pressCancel(page)
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
  await pressCancel(other)
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
  await pressCancel(page)
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
  let pressed = false
  // The worker may not be asked to wait for axe: the page is shown the same answer again and again.
  await page.route(`**/links/${link.id}/data`, async (route) => {
    if (!pressed) return route.continue()
    const response = await route.fetch()
    const detail = await response.json()
    const due_at = new Date(Date.now() + 4_000).toISOString()
    detail.link = { ...detail.link, status: 'ACTIVE', shown_status: 'ACTIVE' }
    detail.cancel = { id: 'aud_shown', state: 'WAITING', due_at, problem: null }
    await route.fulfill({ response, json: detail })
  })
  await pressCancel(page)
  pressed = true
  await expect(page.getByRole('button', { name: words.cancelUndo })).toBeVisible()
  await expectSound(page, 'a cancel that waits')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
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

test('a cancel that a row began is counted by the link’s own page alone, and undone there for good', async ({
  page,
}) => {
  const link = await aLink()
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  await arrive(page, `/links?q=${encodeURIComponent(link.title)}`)
  await page.getByRole('button', { name: `${links.more} ${link.title}` }).click()
  await page.getByRole('menuitem', { name: words.cancel }).click()
  const toasts = page.getByRole('region', { name: common.notifications })
  await expect(toasts).toContainText(/Cancels in/)
  await page.getByRole('link', { name: link.title, exact: true }).click()
  const undo = page.locator('#content').getByRole('button', { name: words.cancelUndo })
  await expect(undo).toBeVisible()
  await expect(toasts).not.toContainText(/Cancels in/)
  await undo.click()
  await expect(toasts).toContainText(words.cancelUndone)
  await expect(page.getByText(/Cancels in/).filter({ visible: true })).toHaveCount(0)
  expect(await statusOf(link.id)).toBe('ACTIVE')
})

test('on a phone a link that was paid keeps no more room above its verbs than one that was not', async ({
  page,
}) => {
  const { data } = await (await callApi('GET', '/payment_links?limit=100&status=ACTIVE')).json()
  // The API calls a link active that expired meanwhile; its page does not.
  const paid = data.find(
    ({ paid_count, expires_at }: { paid_count: number; expires_at: string | null }) =>
      paid_count > 0 && (expires_at === null || Date.parse(expires_at) > Date.now()),
  )
  const fresh = await aLink()
  await signInAsOwner(page)
  await page.setViewportSize({ width: 375, height: 812 })
  const rooms = []
  for (const { id } of [paid, fresh]) {
    await arrive(page, `/links/${id}`)
    const sentence = await page.getByText(words.sentence.ACTIVE()).boundingBox()
    const verb = await page
      .getByRole('button', { name: share.copy, exact: true })
      .filter({ visible: true })
      .first()
      .boundingBox()
    if (!sentence || !verb) throw new Error('not on screen')
    rooms.push(verb.y - sentence.y - sentence.height)
  }
  expect(rooms[0]).toBe(rooms[1])
})
