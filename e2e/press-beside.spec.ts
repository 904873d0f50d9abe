import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { signInAs, signInAsOwner } from './demo'
import { restingBox, wordsUnder } from './layout'
import { pressCancel } from './link-verbs'
import { ownAccount } from './other-owner'
import { arrive } from './screens'

/** Presses the middle of a row that the panel leaves free, as somebody does who is done with the panel. */
async function pressRowBeside(page: Page, floating: string): Promise<void> {
  const panel = await restingBox(page.locator(floating))
  const boxes = await page
    .locator('a[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.closest('tr')?.getBoundingClientRect().toJSON()))
  const free = boxes.find(
    (row) =>
      row &&
      panel &&
      row.top > 80 &&
      row.bottom < 880 &&
      (row.top > panel.y + panel.height || row.bottom < panel.y),
  )
  if (!free) throw new Error('no row is free')
  await page.mouse.click(free.left + free.width / 2, free.top + free.height / 2)
}

test('a press beside an open filter closes it, and opens no row', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const chip = page.getByRole('button', { name: payments.cardFilter })
  await chip.click()
  const panel = page.getByRole('dialog', { name: payments.cardFilter })
  await panel.getByRole('textbox').first().fill('4242')
  await pressRowBeside(page, '[role=dialog]')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/payments$/)
  await expect(chip).toBeFocused()
})

test('from one open filter to the next is one press, and one on its own button closes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const names = [payments.cardFilter, payments.amountFilter, payments.period]
  await page.evaluate(() => {
    const row = document.querySelector('[data-filter-row]')
    document.addEventListener('focusin', ({ target }) => {
      const chip = target instanceof HTMLButtonElement && row?.contains(target) ? target.textContent : null
      if (chip)
        document.body.dataset.focused = [document.body.dataset.focused, chip].filter(Boolean).join(' ')
    })
  })
  for (const name of names) {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog', { name }).locator(':focus')).toHaveCount(1)
  }
  // Given back to the filter before, a task after its panel closed, the focus would close this one.
  expect(await page.evaluate(() => document.body.dataset.focused)).toBe(names.join(' '))
  await page.getByRole('button', { name: payments.period }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: payments.period }).first()).toBeFocused()
})

test('a press beside an open menu closes it, and opens no row; the menu’s row is lit meanwhile', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await arrive(page, '/links')
  const row = page.getByRole('row').nth(1)
  const resting = await row.evaluate((tr) => getComputedStyle(tr).backgroundColor)
  await row.getByRole('button', { name: /^More/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.mouse.move(4, 4)
  await expect.poll(() => row.evaluate((tr) => getComputedStyle(tr).backgroundColor)).not.toBe(resting)
  await pressRowBeside(page, '[role=menu]')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page).toHaveURL(/\/links$/)
})

/** In another window, as a colleague does. */
async function makeLink(context: BrowserContext, title: string): Promise<void> {
  const other = await context.newPage()
  await other.goto('/links/new')
  await other.getByLabel(links.form.name).fill(title)
  await other.getByLabel(links.form.amount, { exact: true }).fill('5')
  await other.getByRole('button', { name: links.form.submit }).click()
  await other.waitForURL(/\/links\/pl_/)
  await other.close()
}

test('a link that is made elsewhere waits behind a pill while somebody points at the rows or has a menu open', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  // In the demo's account other journeys make links as well, and the pointer rests on no row while the width changes.
  const own = await ownAccount('Kept still', async (act) => {
    for (const title of ['Breakfast', 'Lunch', 'Dinner']) await act('/payment_links', { title, amount: 5 })
  })
  await signInAs(page, own)
  await arrive(page, '/links')
  const rows = page.locator('a[data-row]')
  const pill = page.getByRole('button', { name: /^\d+ new links?$/ })
  const box = await rows.nth(1).boundingBox()
  if (!box) throw new Error('not on screen')
  await page.mouse.move(box.x + 20, box.y + 8)
  await page.mouse.move(box.x + 24, box.y + 8)
  const before = await rows.nth(1).getAttribute('data-copy')
  const titles = [1, 2].map((number) => `Made elsewhere ${Date.now()}-${number}`)
  await makeLink(context, titles[0] ?? '')
  await expect(pill).toBeVisible()
  expect(await rows.nth(1).getAttribute('data-copy')).toBe(before)
  for (const width of [320, 375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await wordsUnder(pill), `under the pill at ${width} px`).toEqual([])
  }

  // What waits stays there while a menu is open, wherever the pointer is.
  await page.getByRole('row').nth(2).getByRole('button', { name: /^More/ }).click()
  const menu = await restingBox(page.getByRole('menu'))
  await page.mouse.move(4, 4)
  await makeLink(context, titles[1] ?? '')
  await expect(pill).not.toHaveText(links.newPill(1))
  expect(await page.getByRole('menu').boundingBox()).toEqual(menu)
  await page.keyboard.press('Escape')
  await pill.click()
  for (const title of titles) await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
  await expect(rows.first()).toBeFocused()
  await expect(pill).toHaveCount(0)
})

test('a list that emptied under the pointer shows what comes in, for it has no rows to disturb', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  const title = `Emptied ${Date.now()}`
  await makeLink(context, title)
  await arrive(page, `/links?status=ACTIVE&q=${encodeURIComponent(title)}`)
  const row = page.locator('a[data-row]')
  await expect(row).toHaveCount(1)
  const box = await row.boundingBox()
  if (!box) throw new Error('not on screen')
  await page.mouse.move(box.x + 20, box.y + 8)
  await page.mouse.move(box.x + 24, box.y + 8)
  const other = await context.newPage()
  await other.goto((await row.getAttribute('href')) ?? '')
  await pressCancel(other)
  // Until then it can be undone.
  await expect(row).toHaveCount(0, { timeout: 40_000 })
  await other.close()
  await makeLink(context, `${title} again`)
  await expect(row).toHaveText(`${title} again`)
})
