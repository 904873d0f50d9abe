import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, signInAsOwner } from './demo'
import { createTestLink, linkStatus } from './link-actions'
import { openPage } from './open-page'

test('a link is shared by copy, message and QR code, and its page lists these shares', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await createTestLink()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}/share`))

  const copy = page.getByRole('button', { name: english('link-share.copy') })
  await expect(copy).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.url)

  for (const [name, start] of [
    [english('link-share.whatsapp'), 'https://wa.me/?text='],
    [english('link-share.email'), 'mailto:?'],
    [english('link-share.sms'), 'sms:?&body='],
  ] as const) {
    const href = (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
    expect(href.startsWith(start), href).toBe(true)
    expect(decodeURIComponent(href)).toContain(link.url)
    expect(decodeURIComponent(href)).toContain(link.title)
  }

  await expect(
    page.getByRole('img', { name: english('link-share.qrLabel', { title: link.title }) }),
  ).toBeVisible()
  for (const [kind, head] of Object.entries({ PNG: '\u0089PNG', SVG: '<svg xmlns' })) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `${english('link-share.qr')}: ${kind}` }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(new RegExp(`^cooking-class-.*\\.${kind.toLowerCase()}$`))
    expect((await readFile(await file.path())).toString('latin1').startsWith(head)).toBe(true)
  }
  // The trace is written after the share, not before it.
  await expect(async () => {
    await page.goto(accountPath(`/links/${link.id}`))
    for (const line of [
      english('links.history.channel.copied'),
      english('links.history.channel.qr_png'),
      english('links.history.channel.qr_svg'),
    ])
      await expect(page.getByText(line).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('a row copies its link and cancels it, and the toast counts the seconds in which the cancel is undone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await createTestLink()
  await signInAsOwner(page)
  // The API raises no event for a new link: its own page reads it into the mirror.
  await openPage(page, accountPath(`/links/${link.id}`))
  await openPage(page, accountPath(`/links?q=${encodeURIComponent(link.title)}`))
  await expect(page.getByText(english('links.total', { count: 1, written: '1' }))).toBeVisible()
  const more = page.getByRole('button', { name: english('links.more', { title: link.title }) })
  await more.click()
  await page.getByRole('menuitem', { name: english('link-share.copy') }).click()
  await expect(page.getByText(english('links.copied', { title: link.title }))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.url)
  const cancel = async () => {
    await more.click()
    await page.getByRole('menuitem', { name: english('links.detail.cancel') }).click()
  }
  await cancel()
  const seconds = page.getByText(/^Cancels in \d s$/)
  await expect(seconds).toBeVisible()
  // A screen reader announces it once, not every second.
  await expect(page.getByText(english('links.cancelledSoon', { title: link.title }))).toHaveCount(1)
  await expect(seconds).toHaveAttribute('aria-hidden', 'true')
  const first = (await seconds.textContent()) ?? ''
  await expect(seconds).not.toHaveText(first)
  await page.getByRole('button', { name: english('links.detail.cancelUndo') }).click()
  await expect(page.getByText(english('links.detail.cancelUndone'))).toBeVisible()
  await expect(seconds).toHaveCount(0)
  expect(await linkStatus(link.id)).toBe('ACTIVE')

  await cancel()
  const undo = page.getByRole('button', { name: english('links.detail.cancelUndo') })
  await expect(undo).toHaveCount(0, { timeout: 20_000 })
  await expect(page.getByRole('row').filter({ hasText: link.title })).toContainText(
    english('link-states.status.CANCELLED'),
    {
      timeout: 20_000,
    },
  )
})

test('a link shows its expiry and its cancellation by another system', async ({ page }) => {
  const link = await createTestLink({ expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString() })
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  const totals = page.getByLabel(english('links.detail.stats.label'))
  await expect(totals.getByText(english('links.detail.expires'), { exact: true })).toBeVisible()
  await expect(totals.getByText('in 7 days', { exact: true })).toBeVisible()
  await callApi('POST', `/payment_links/${link.id}/cancel`)
  await page.reload()
  await expect(page.getByText(english('links.detail.sentence.CANCELLED'))).toBeVisible()
  await expect(totals.getByText(english('links.detail.timeUnknown'), { exact: true })).toBeVisible()
  const timeline = page.getByRole('list', { name: english('links.history.title') })
  await expect(timeline.getByRole('listitem').last()).toContainText(
    new RegExp(`${english('link-states.status.CANCELLED')}.*${english('links.detail.timeUnknown')}`),
  )
})
