import { expect, type Locator, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, signInAsOwner } from './demo'
import { firstRow } from './first-row'
import { settledBox } from './layout'
import { openPage } from './open-page'

test.use({
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'no-preference' },
})

/** Moves a finger in steps, rests and lifts it: lifted in motion, it would start a fling, which swallows the next tap. */
async function swipe(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  const steps = 8
  const rests = 8
  for (let step = 1; step <= steps + rests; step++) {
    const share = Math.min(1, step / steps)
    await send('touchMove', [{ x: from.x + by.x * share, y: from.y + by.y * share }])
    // One frame per step: without it all steps would be one movement.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await send('touchEnd', [])
  await client.detach()
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await settledBox(target)
  if (!box) throw new Error('not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const account = (page: Page) => page.getByRole('dialog', { name: english('shell.account') })

async function openAccount(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: english('shell.accountMenu') })
    .filter({ visible: true })
    .tap()
  await expect(account(page)).toBeVisible()
}

/** Opens a screen from the bottom bar and waits for it. */
async function go(page: Page, name: string, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: english('shell.mainNavigation') })
    .getByRole('link', { name })
    .tap()
  await page.waitForURL(accountPath(screen))
}

test('a tapped day of the chart shows its figures, and a swipe over the chart scrolls the page', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  const chart = page.getByRole('application', { name: english('home.chartTable') })
  await chart.tap({ position: { x: 120, y: 80 } })
  await expect(page.locator('#content').getByText(/^\d+ payments?$/)).toBeVisible()
  await swipe(page, await middleOf(chart), { x: 0, y: -200 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
})

test('Back closes a sheet and keeps the pages before and after it in the history', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  await go(page, english('shell.customers'), '/customers')
  await go(page, english('shell.payments'), '/payments')
  await openAccount(page)
  await page.goBack()
  await expect(account(page)).toBeHidden()
  await expect(page).toHaveURL(accountPath('/payments'))
  await page.goBack()
  await page.waitForURL(accountPath('/customers'))
  await expect(page.getByRole('heading', { level: 1, name: english('shell.customers') })).toBeVisible()

  // Payments is the next entry, and no entry of the sheet may replace it.
  const entries = await page.evaluate(() => history.length)
  await openAccount(page)
  await page.evaluate(() => history.back())
  await expect(account(page)).toBeHidden()
  await expect(page).toHaveURL(accountPath('/customers'))
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.goForward()
  await page.waitForURL(accountPath('/payments'))
})

test('a sheet that is closed by its button, by a pull or by a reload leaves no entry in the history', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/customers'))
  await go(page, english('shell.payments'), '/payments')
  const title = page.getByRole('heading', { name: english('shell.account') })
  for (const close of [
    () => page.getByRole('button', { name: english('common.close') }).tap(),
    async () => swipe(page, await middleOf(title), { x: 4, y: 260 }),
    async () => void (await page.reload()),
  ]) {
    await openAccount(page)
    await close()
    await expect(account(page)).toBeHidden()
  }
  await expect.poll(() => page.evaluate(() => history.state.layers ?? 0)).toBe(0)
  await page.goBack()
  await page.waitForURL(accountPath('/customers'))
})

test('the bar offers the objects to create and, under More, the remaining screens', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  const bar = page.getByRole('navigation', { name: english('shell.mainNavigation') })
  for (const [menu, item, screen] of [
    [english('shell.more'), english('shell.links'), '/links'],
    [english('shell.createMenu'), english('shell.newCustomer'), '/customers/new'],
  ] as const) {
    await bar.getByRole('button', { name: menu }).tap()
    await page.getByRole('menuitem', { name: item }).tap()
    await page.waitForURL(accountPath(screen))
  }
})

test('a filter that is set in a sheet costs one press of Back', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  await page.getByRole('button', { name: english('filters.listFilters.period') }).tap()
  const sheet = page.getByRole('dialog', { name: english('filters.listFilters.period') })
  const week = sheet.getByRole('radio', { name: english('filters.listFilters.periods.7d') })
  await sheet.getByText(english('filters.listFilters.periods.7d'), { exact: true }).tap()
  await expect(week).toBeChecked()
  // A preset fills in its days; only the button applies them.
  expect(new URL(page.url()).search).toBe('')
  await sheet.getByRole('button', { name: english('filters.listFilters.apply') }).tap()
  await page.waitForURL(accountPath('/payments?period=7d'))
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await page.waitForURL(accountPath('/payments'))
  await expect(page.getByRole('button', { name: english('filters.listFilters.period') })).not.toContainText(
    english('filters.listFilters.periods.7d'),
  )
})

test('a menu opens from below, and Back, a pull or a tap outside closes it without any other effect', async ({
  page,
}) => {
  const list = accountPath('/links?status=EXPIRED')
  await signInAsOwner(page)
  // Other tests rarely add a link to this tab, which would move the row under the finger.
  await openPage(page, list)
  const { row, title } = await firstRow(page)
  const opener = row.getByRole('button', { name: new RegExp(`^${english('links.more', { title: '' })}`) })
  const menu = page.getByRole('menu')
  for (const close of [
    async () => void (await page.goBack()),
    async () => swipe(page, await middleOf(menu.locator('> div').first()), { x: 0, y: 260 }),
    () => page.touchscreen.tap(40, 60),
  ]) {
    await opener.tap()
    await expect(menu.getByText(title), 'the title of the row').toBeInViewport()
    await close()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(list)
  }
})

test('Back and a pull close a dialog', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payouts'))
  const dialog = page.getByRole('dialog')
  const opener = page.getByRole('button', {
    name: new RegExp(`${english('payouts.account.change')}|${english('payouts.account.name')}`),
  })
  for (const close of [
    async () => void (await page.goBack()),
    async () => swipe(page, await middleOf(dialog.getByRole('heading')), { x: 0, y: 400 }),
  ]) {
    await opener.tap()
    await expect(dialog).toBeVisible()
    await close()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(accountPath('/payouts'))
  }
})
