import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, callApi, signInAsOwner } from './demo'
import { settledBox } from './layout'
import { createTestLink, linkStatus, openLinkMenu, pressCancel } from './link-actions'
import { openPage } from './open-page'

test('a cancel can be undone for six seconds, also after a reload', async ({ page }) => {
  const link = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  await pressCancel(page)
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(page.getByRole('button', { name: english('links.detail.cancelUndo') })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: english('links.detail.cancelUndo') }).click()
  await expect(page.getByText(english('links.detail.cancelUndone'))).toBeVisible()
  await expect(page.getByRole('button', { name: english('links.detail.more'), exact: true })).toBeFocused()
  await page.reload()
  await openLinkMenu(page)
  await expect(page.getByRole('menuitem', { name: english('links.detail.cancel') })).toBeVisible()
  await expect(page.getByText(/Cancels in/)).toBeHidden()
  expect(await linkStatus(link.id)).toBe('ACTIVE')
})

test('a second press on Cancel has no other effect, neither while the cancel waits nor afterwards', async ({
  page,
}) => {
  const link = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  const here = page.url()
  await openLinkMenu(page)
  const box = await settledBox(page.getByRole('menuitem', { name: english('links.detail.cancel') }))
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  await page.mouse.dblclick(at.x, at.y)
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: english('links.detail.cancelUndo') })).toBeFocused()
  await openLinkMenu(page)
  await expect(page.getByRole('menuitem', { name: english('links.detail.cancelling') })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByText(english('links.detail.sentence.ACTIVE'))).toBeHidden()
  for (const name of [english('links.detail.share'), english('links.detail.shareNow')])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.mouse.click(at.x, at.y)
  await expect(page.getByText(english('links.detail.sentence.CANCELLED'))).toBeVisible({ timeout: 20_000 })
  await page.mouse.click(at.x, at.y)
  expect(page.url()).toBe(here)
  // The URL of a cancelled link is readable, but nothing offers to copy it.
  await expect(page.getByRole('button', { name: english('link-share.copy'), exact: true })).toHaveCount(0)
  await expect(page.locator('#content').getByTitle(link.url)).toContainText(link.url.slice(-10))
  await expect(page.locator(`#content a[href="${link.url}"]`)).toHaveCount(0)
})

test('the share screen of a link that is being cancelled offers only Undo, and follows a cancel of another tab', async ({
  page,
}) => {
  const link = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  await pressCancel(page)
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await openPage(page, accountPath(`/links/${link.id}/share`))
  const content = page.locator('#content')
  await expect(content.getByText(english('link-states.cancelling'), { exact: true })).toBeVisible()
  await expect(content.getByText(english('links.share.closing'))).toBeVisible()
  await expect(page.getByRole('button', { name: english('link-share.copy') })).toHaveCount(0)
  await expect(page.getByRole('link', { name: english('link-share.whatsapp') })).toHaveCount(0)
  await expect(
    page.getByRole('img', { name: english('link-share.qrLabel', { title: link.title }) }),
  ).toHaveCount(0)
  await page.getByRole('button', { name: english('links.detail.cancelUndo') }).click()
  await expect(page.getByRole('button', { name: english('link-share.copy') })).toBeFocused()
  await expect(content.getByText(english('link-states.status.ACTIVE'), { exact: true })).toBeVisible()
  expect(await linkStatus(link.id)).toBe('ACTIVE')

  const other = await page.context().newPage()
  await openPage(other, accountPath(`/links/${link.id}`))
  await pressCancel(other)
  await expect(content.getByText(english('link-states.cancelling'), { exact: true })).toBeVisible()
  await expect(content.getByText(english('links.share.closed'))).toBeVisible({ timeout: 20_000 })
})

test('a cancel completes after its tab was closed: another tab shows it, and the link is closed to payers', async ({
  page,
  context,
}) => {
  const link = await createTestLink()
  await signInAsOwner(page)
  const other = await context.newPage()
  await openPage(other, accountPath(`/links/${link.id}`))
  await openPage(page, accountPath(`/links/${link.id}`))
  await pressCancel(page)
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await page.close()
  await expect(other.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(other.getByText(english('links.detail.sentence.CANCELLED'))).toBeVisible({ timeout: 20_000 })
  expect(await linkStatus(link.id)).toBe('CANCELLED')
  await other.goto(link.url)
  await expect(other.getByText(english('pay.ends.cancelledTitle'))).toBeVisible()
  await expect(other.getByRole('link', { name: english('pay.ends.askNew') })).toHaveAttribute(
    'href',
    /^mailto:hello@/,
  )
})

test('the countdown of a cancel is accessible', async ({ page }) => {
  const link = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  let pressed = false
  // The worker does not wait for axe: the page keeps getting the same response.
  await page.route(`**/data/links/detail?id=${link.id}`, async (route) => {
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
  await expect(page.getByRole('button', { name: english('links.detail.cancelUndo') })).toBeVisible()
  await expectAccessibleState(page, 'a cancel that waits')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the menu of a row undoes a cancel, and offers only Duplicate and the id of a cancelled link', async ({
  page,
}) => {
  const link = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  await openPage(page, accountPath(`/links?q=${encodeURIComponent(link.title)}`))
  const row = page.getByRole('row').filter({ hasText: link.title })
  const copy = row.getByRole('button', { name: english('common.copyThing', { thing: link.title }) })
  const more = page.getByRole('button', { name: english('links.more', { title: link.title }) })
  const items = async () => {
    await more.click()
    await expect(page.getByRole('menuitem', { name: english('links.copyId') })).toBeVisible()
    return page.getByRole('menuitem').allInnerTexts()
  }
  await expect(copy).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: english('links.detail.cancel') }).click()
  await expect(row.getByText(english('link-states.cancelling'))).toBeVisible()
  await expect(copy).toHaveCount(0)
  expect(await items()).toEqual([
    english('links.detail.undoCancel'),
    english('links.detail.duplicate'),
    english('links.copyId'),
  ])
  await page.getByRole('menuitem', { name: english('links.detail.undoCancel') }).click()
  await expect(page.getByText(english('links.detail.cancelUndone'))).toBeVisible()
  await expect(row.getByText(english('link-states.status.ACTIVE'))).toBeVisible()
  expect(await items()).toContain(english('links.detail.cancel'))
  await page.keyboard.press('Escape')
  expect(await linkStatus(link.id)).toBe('ACTIVE')

  await callApi('POST', `/payment_links/${link.id}/cancel`)
  await openPage(page, accountPath(`/links/${link.id}`))
  await openPage(page, accountPath(`/links?q=${encodeURIComponent(link.title)}`))
  await expect(row.getByText(english('link-states.status.CANCELLED'))).toBeVisible()
  await expect(copy).toHaveCount(0)
  expect(await items()).toEqual([english('links.detail.duplicate'), english('links.copyId')])
})

test('a cancel that was started in a row is undone on the page of the link', async ({ page }) => {
  const link = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  await openPage(page, accountPath(`/links?q=${encodeURIComponent(link.title)}`))
  await page.getByRole('button', { name: english('links.more', { title: link.title }) }).click()
  await page.getByRole('menuitem', { name: english('links.detail.cancel') }).click()
  const toasts = page.getByRole('region', { name: english('common.notifications') })
  await expect(toasts).toContainText(/Cancels in/)
  await page.getByRole('link', { name: link.title, exact: true }).click()
  const undo = page.locator('#content').getByRole('button', { name: english('links.detail.cancelUndo') })
  await expect(undo).toBeVisible()
  await expect(toasts).not.toContainText(/Cancels in/)
  await undo.click()
  await expect(toasts).toContainText(english('links.detail.cancelUndone'))
  await expect(page.getByText(/Cancels in/).filter({ visible: true })).toHaveCount(0)
  expect(await linkStatus(link.id)).toBe('ACTIVE')
})
