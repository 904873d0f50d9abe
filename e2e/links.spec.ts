import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
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
  await expect(page.getByText(/payments? (is|are) kept/)).toHaveCount(0)
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
    const shown = page.getByRole('button', { name: savedViews.label })
    await expect(shown).toBeFocused()
    await expect(shown).toContainText(name)
    await arrive(page, `/${list}`)
    await shown.click()
    const view = page.getByRole('link', { name, exact: true })
    await view.click()
    await page.waitForURL((url) => url.search === `?${filters}`)
    await expect(view).toHaveCount(0)
    await shown.click()
    await expect(view).toHaveAttribute('aria-current', 'true')
    await expect(
      page.getByRole('link', { name: /^Paid up/ }).first(),
      'and not what removes it',
    ).toBeFocused()
    await page.getByRole('button', { name: savedViews.remove(name) }).click()
    await expect(view).toHaveCount(0)
    await page.getByRole('button', { name: savedViews.undo }).click()
    await expect(shown).toContainText(name)
    if (!(await view.isVisible())) await shown.click()
    await page.getByRole('button', { name: savedViews.remove(name) }).click()
    await expect(view).toHaveCount(0)
  }
})
