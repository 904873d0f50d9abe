import { expect, type Locator, type Page, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { payouts } from '@/lib/messages/payouts'
import { shell } from '@/lib/messages/shell'
import { signInAs, signInAsOwner } from './demo'
import { firstRow } from './first-row'
import { restingBox } from './layout'
import { openPage } from './open-page'
import { ownAccount } from './other-owner'

const IMAGES = 'test-results/images/touch'
test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

/** A finger that goes down, moves in steps and is lifted. */
async function swipe(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  const steps = 8
  for (let step = 1; step <= steps; step++) {
    await send('touchMove', [{ x: from.x + (by.x * step) / steps, y: from.y + (by.y * step) / steps }])
    // One frame a step, as a finger has it; all at once would be one movement.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await send('touchEnd', [])
  await client.detach()
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await restingBox(target)
  if (!box) throw new Error('not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const account = (page: Page) => page.getByRole('dialog', { name: shell.account })

async function openAccount(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: shell.accountMenu }).filter({ visible: true })
  await expect(async () => {
    if (!(await account(page).isVisible())) await opener.tap({ timeout: 1_000 })
    await expect(account(page)).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

async function go(page: Page, place: string, url: string): Promise<void> {
  await page.getByRole('navigation', { name: shell.mainNavigation }).getByRole('link', { name: place }).tap()
  await page.waitForURL(url)
}

test('a tapped day of the chart stays until a tap elsewhere, and a swipe over it only scrolls', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/')
  const chart = page.getByRole('slider', { name: home.chartDay })
  const last = Number(await chart.getAttribute('aria-valuemax'))
  await chart.tap({ position: { x: 40, y: 80 } })
  await expect(chart).not.toHaveAttribute('aria-valuenow', String(last))
  const chosen = String(await chart.getAttribute('aria-valuenow'))
  await page.screenshot({ path: `${IMAGES}/chart-chosen.png` })
  await swipe(page, await middleOf(chart), { x: 0, y: -200 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await expect(chart).toHaveAttribute('aria-valuenow', chosen)
  await page.getByRole('heading', { name: home.attention }).tap()
  await expect(chart).toHaveAttribute('aria-valuenow', String(last))
})

test('Back closes a sheet and leaves the page, the pages before it and those ahead as they were', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/')
  await go(page, shell.links, '/links')
  await go(page, shell.payments, '/payments')
  await openAccount(page)
  await page.goBack()
  await expect(account(page)).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/payments')
  await page.goBack()
  await page.waitForURL('/links')
  await expect(page.getByRole('heading', { level: 1, name: shell.links })).toBeVisible()

  // By its own button nothing is left behind, however soon Back follows.
  await page.goForward()
  await page.waitForURL('/payments')
  await page.goBack()
  await page.waitForURL('/links')
  // Payments lie ahead: no entry may take their place. The browser lets a page hold a step back after a touch only.
  const entries = await page.evaluate(() => history.length)
  await openAccount(page)
  await page.evaluate(() => history.back())
  await expect(account(page)).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/links')
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.goForward()
  await page.waitForURL('/payments')
})

test('a sheet closed by its own button or by a pull leaves no entry behind', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/links')
  await go(page, shell.settings, '/settings')
  for (const close of [
    () => page.getByRole('button', { name: common.close }).tap(),
    async () => {
      const title = page.getByRole('heading', { name: shell.account })
      await expect(title).toBeInViewport({ ratio: 1 })
      await swipe(page, await middleOf(title), { x: 0, y: 30 })
      await page.screenshot({ path: `${IMAGES}/sheet.png` })
      await swipe(page, await middleOf(title), { x: 4, y: 260 })
    },
  ]) {
    await openAccount(page)
    await close()
    await expect(account(page)).toBeHidden()
  }
  await page.goBack()
  await page.waitForURL('/links')
  await expect(page.getByRole('heading', { level: 1, name: shell.links })).toBeVisible()
})

test('a short pull lets a sheet spring back', async ({ page }) => {
  // So that it stands still when it is measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsOwner(page)
  await page.goto('/settings')
  await openAccount(page)
  const title = page.getByRole('heading', { name: shell.account })
  await expect(title).toBeInViewport({ ratio: 1 })
  const at = await middleOf(title)
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...at, y: at.y + 60 }] })
  await expect.poll(async () => (await middleOf(title)).y).toBeGreaterThan(at.y + 30)
  await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...at, y: at.y + 5 }] })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(async () => Math.abs((await middleOf(title)).y - at.y)).toBeLessThan(1)
  await expect(account(page)).toBeVisible()
})

test('a reload under an open sheet, and a link pressed in one, cost one press of Back each', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/links')
  await go(page, shell.payments, '/payments')
  await openAccount(page)
  await page.reload()
  await expect(account(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: payments.title })).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state.layers ?? 0)).toBe(0)
  await page.goBack()
  await page.waitForURL('/links')

  await go(page, shell.payments, '/payments')
  await page.getByRole('button', { name: payments.period }).tap()
  await page.getByRole('dialog').getByText(payments.periods['7d'], { exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: payments.apply }).tap()
  await page.waitForURL(/period=7d/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await page.waitForURL('/payments')
  await expect(page.getByRole('button', { name: payments.period })).not.toContainText(payments.periods['7d'])
  await page.goBack()
  await page.waitForURL('/links')
})

test('Back closes a dialog too', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/links')
  await go(page, shell.settings, '/settings')
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/settings')
})

test('the bar with the search stays in sight, and nothing that is jumped to hides under it', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/payments')
  const search = page.locator('[data-phone-bar]').getByRole('button').filter({ visible: true }).nth(1)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate(() => scrollTo(0, 900))
    await expect(search).toBeInViewport({ ratio: 1 })
    await page.screenshot({ path: `${IMAGES}/bar-${theme}.png` })
  }
  const row = page.locator('#content a[data-row]').nth(1)
  await row.focus()
  const [bar, focused] = await Promise.all([
    page.locator('[data-phone-bar]').boundingBox(),
    row.boundingBox(),
  ])
  expect(focused?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
})

test('a menu comes from below over a dimmed page, and Back closes it', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/payments')
  await go(page, links.title, '/links')
  const openers = { name: new RegExp(`^${links.more}`) }
  await expect(page.getByRole('button', openers).first()).toBeVisible()
  const { row, title } = await firstRow(page)
  const opener = row.getByRole('button', openers)
  const menu = page.getByRole('menu')
  await expect(async () => {
    if (!(await menu.isVisible())) await opener.tap({ timeout: 1_000 })
    await expect(menu).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(menu.getByText(title), 'what it is about').toBeInViewport()
  await page.screenshot({ path: `${IMAGES}/menu.png` })
  await expect
    .poll(() =>
      menu.evaluate((element) => {
        const { left, right, bottom } = element.getBoundingClientRect()
        return [left, innerWidth - right, innerHeight - bottom].map(Math.round)
      }),
    )
    .toEqual([0, 0, 0])
  await page.goBack()
  await expect(menu).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/links')
})

test('a tap on the dimmed page closes a menu and presses nothing, and the next tap opens it again', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/links')
  await expect(page.getByRole('button', { name: new RegExp(`^${links.more}`) }).first()).toBeVisible()
  const menu = page.getByRole('menu')
  // Low enough for the menu to rise under the finger.
  const opener = page.getByRole('button', { name: new RegExp(`^${links.more}`) }).nth(3)
  await expect(async () => {
    if (!(await menu.isVisible())) await opener.tap({ timeout: 1_000 })
    await expect(menu).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const row = await page.locator('#content a[data-row]').first().boundingBox()
  await page.touchscreen.tap((row?.x ?? 0) + 20, (row?.y ?? 0) + 5)
  await expect(menu).toBeHidden()
  await opener.tap()
  await expect(menu).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/links')
})

test('a dialog and a menu are pulled away as a sheet is, and their verbs fill the width', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/payouts')
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await page
        .getByRole('button', { name: new RegExp(`${payouts.account.change}|${payouts.account.name}`) })
        .tap({ timeout: 1_000 })
    await expect(dialog).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const last = await dialog.getByRole('button', { name: payouts.form.review }).boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(375 - 20)
  expect(last?.width).toBeGreaterThan(375 / 2)
  await swipe(page, await middleOf(dialog.getByRole('heading')), { x: 0, y: 400 })
  await expect(dialog).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/payouts')

  await page.goto('/links')
  const menu = page.getByRole('menu')
  const opener = page.getByRole('button', { name: new RegExp(`^${links.more}`) }).first()
  await expect(async () => {
    if (!(await menu.isVisible())) await opener.tap({ timeout: 1_000 })
    await expect(menu).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await swipe(page, await middleOf(menu.locator('> div').first()), { x: 0, y: 260 })
  await expect(menu).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/links')
})

test('the themes are thirds of the account’s sheet', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/settings')
  await openAccount(page)
  const parts = await account(page)
    .getByRole('radio')
    .evaluateAll((all) => all.map((it) => Math.round(it.parentElement?.getBoundingClientRect().width ?? 0)))
  expect(new Set(parts).size).toBe(1)
  const [theme, out] = await Promise.all([
    restingBox(account(page).getByRole('radio').last().locator('..')),
    restingBox(account(page).getByRole('button', { name: shell.signOut })),
  ])
  expect((theme?.x ?? 0) + (theme?.width ?? 0)).toBeCloseTo((out?.x ?? 0) + (out?.width ?? 0), 0)
})

test('a menu from below is as wide as the screen, however long the title that it is about', async ({
  page,
}) => {
  const own = await ownAccount('Long titles', async (act) => {
    await act('/payment_links', { title: 'Wedding cake, three tiers, for Saturday 12 December', amount: 5 })
  })
  await signInAs(page, own)
  await openPage(page, '/links')
  await page
    .getByRole('button', { name: new RegExp(`^${links.more}`) })
    .first()
    .tap()
  await expect.poll(async () => (await page.getByRole('menu').boundingBox())?.width).toBe(375)
})
