import { expect, type Page, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { join } from '@/lib/messages/join'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payments } from '@/lib/messages/payments'
import { search } from '@/lib/messages/search'
import { shell } from '@/lib/messages/shell'
import { signIn } from '@/lib/messages/sign-in'
import { testBank } from '@/lib/messages/test-bank'
import { expectAccessible } from './axe'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

const IMAGES = 'test-results/images/shell'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const main = (page: Page) => page.getByRole('navigation', { name: shell.mainNavigation })

for (const [noun, words] of [
  ['links', errors.lost.links],
  ['payments', errors.lost.payments],
] as const) {
  test(`an id in /${noun} that nobody knows is answered 404, named, and leads on`, async ({ page }) => {
    await signInAsOwner(page)
    const answer = await page.goto(`/${noun}/nobody-knows-me`)
    expect(answer?.status()).toBe(404)
    await expect(heading(page, words.title)).toBeVisible()
    await expect(page.getByText('nobody-knows-me')).toBeVisible()
    await expectAccessible(page, noun)
    await page.screenshot({ path: `${IMAGES}/lost-${noun}.png` })
    await page.getByRole('button', { name: errors.search }).click()
    await expect(page.getByRole('combobox', { name: search.label })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: words.back }).click()
    await page.waitForURL(`/${noun}`)
    await expect(heading(page, noun === 'links' ? shell.links : payments.title)).toBeVisible()
  })
}

test('an address that leads nowhere is answered 404, in the shell for a member and bare for a stranger', async ({
  page,
}) => {
  const bare = await page.goto('/no/such/page')
  expect(bare?.status()).toBe(404)
  await expect(heading(page, errors.lost.page.title)).toBeVisible()
  await expect(main(page)).toHaveCount(0)

  await signInAsOwner(page)
  const inside = await page.goto('/settings/no-such-page')
  expect(inside?.status()).toBe(404)
  await expect(heading(page, errors.lost.page.title)).toBeVisible()
  await expectAccessible(page, 'lost in the dashboard')
  await page.screenshot({ path: `${IMAGES}/lost-page.png` })
  await main(page).getByRole('link', { name: shell.payments }).click()
  await page.waitForURL('/payments')

  // The home page is the merchant's: a payer who is lost is not led there.
  for (const [address, title] of [
    ['/pay', pay.ends.notFoundTitle],
    ['/pay/pl_nobodys/nothing', pay.ends.notFoundTitle],
    ['/pay/pl_nobodys', pay.ends.notFoundTitle],
    ['/receipt/pay_nobodys/nothing', pay.receipt.notFoundTitle],
    ['/join/nobodys/nothing', join.notFoundTitle],
    ['/test-bank', testBank.notFoundTitle],
    ['/test-bank/confirm/nothing', testBank.notFoundTitle],
  ] as const) {
    const payers = await page.goto(address)
    expect(payers?.status(), address).toBe(404)
    await expect(heading(page, title)).toBeVisible()
    await expect(main(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: errors.toHome })).toHaveCount(0)
  }
})

test('whoever is signed in already is led on from the way in, and only to pages of this app', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/sign-in?next=%2Fpayments%3Fstatus%3DFAILED')
  await page.waitForURL('/payments?status=FAILED')
  await page.goto('/sign-in?next=https%3A%2F%2Fevil.example%2F')
  await page.waitForURL('/')
  await expect(main(page).first()).toBeVisible()
})

test('a tablet has a rail of icons that are named, and tables stay tables', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await signInAsOwner(page)
  await page.goto('/payments')
  const place = main(page).getByRole('link', { name: shell.payments })
  await expect(place).toHaveAttribute('aria-current', 'page')
  expect((await place.boundingBox())?.width).toBeLessThan(56)
  await expect(page.getByRole('columnheader', { name: payments.columns.payer })).toBeVisible()
  const [row] = await page.locator('#content tbody tr').all()
  expect((await row?.boundingBox())?.height).toBeLessThanOrEqual(48)
  await expect(async () => {
    await main(page).getByRole('link', { name: shell.links }).hover()
    await expect(page.getByRole('tooltip', { name: shell.links })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.screenshot({ path: `${IMAGES}/rail-768.png` })
})

test('on a phone the current tab is in sight, and the row shows that it goes on', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAsOwner(page)
  await page.goto('/payments')
  const tabs = page.getByRole('navigation', { name: payments.statusTabs })
  await expect(tabs).toHaveAttribute('data-after')
  await expect(tabs).not.toHaveAttribute('data-before')
  await page.goto('/payments?status=TIMEOUT')
  await expect(tabs.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 })
  await expect(tabs).toHaveAttribute('data-before')
})

test('on a phone the account opens from below, and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAsOwner(page)
  await page.goto('/settings')
  const opener = page.getByRole('button', { name: shell.accountMenu }).filter({ visible: true })
  const sheet = page.getByRole('dialog', { name: shell.account })
  await expect(async () => {
    await opener.click({ timeout: 1_000 })
    await expect(sheet).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectAccessible(page, 'account sheet')
  await page.screenshot({ path: `${IMAGES}/account-phone.png` })
  await sheet.getByLabel(shell.themes.dark).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await sheet.getByLabel(shell.themes.system).click()
  await sheet.getByRole('button', { name: common.close }).click()
  await expect(opener).toBeFocused()
})

test('a session that ended elsewhere is said, keeps what was typed, and leads back here', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  const alive = page.waitForRequest((request) => new URL(request.url()).pathname === '/live')
  await page.goto('/links/new')
  await alive
  const title = page.getByLabel(links.form.name, { exact: true })
  await title.fill('Half a na')
  await context.clearCookies()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: search.label }).fill('an')
  await expect(page.getByText(search.failed).first()).toBeVisible()
  await page.keyboard.press('Escape')
  const again = page.getByRole('link', { name: shell.signInAgain })
  await expect(again).toBeVisible()
  await expect(title).toHaveValue('Half a na')
  await expectAccessible(page, 'signed out')
  await page.screenshot({ path: `${IMAGES}/signed-out.png` })
  await again.click()
  await expect(page.getByLabel(signIn.email)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('next')).toBe('/links/new')
})

test('what a slow page was waited for with is gone when one comes back from it', async ({ page }) => {
  await signInAsOwner(page)
  const bar = page.getByRole('progressbar', { name: common.loading })
  let held = 0
  await page.route(
    (url) => url.pathname === '/settings' && url.searchParams.has('_rsc'),
    async (route) => {
      held += 1
      // Until the bar is there, or what was asked for ahead of a click is not waited for.
      await bar.waitFor({ timeout: 5_000 }).catch(() => undefined)
      await route.continue()
    },
  )
  await page.goto('/links')
  await main(page).getByRole('link', { name: shell.settings }).click()
  await expect(bar).toBeVisible()
  await page.waitForURL('/settings')
  await expect(bar).toHaveCount(0)
  await page.goBack()
  await page.waitForURL('/links')
  await expect(heading(page, shell.links)).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(held).toBeGreaterThan(0)
})

test('Back restores the filters and the place in the list', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await signInAsOwner(page)
  await page.goto('/payments?status=APPROVED')
  const row = page.locator('#content a[data-row]').nth(14)
  await row.scrollIntoViewIfNeeded()
  const named = page.locator('#content').getByRole('link', { name: payments.title, exact: true })
  for (const back of [() => page.goBack(), () => named.click()]) {
    await row.click()
    await page.waitForURL(/\/payments\/[^?]+$/)
    await expect(named).toBeVisible()
    await back()
    await page.waitForURL('/payments?status=APPROVED')
    await expect(row).toBeInViewport()
  }
})

test('a list that is loaded is painted whole in its first frame, without its outline before it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // The task after the first frame that is painted; frames wait as long as painting does.
    requestAnimationFrame(() =>
      setTimeout(() => {
        const rows = document.querySelector('#content table')?.checkVisibility() ?? false
        document.documentElement.dataset.firstFrame = rows ? 'rows' : 'outline'
      }),
    )
  })
  await signInAsOwner(page)
  for (const path of ['/links', '/payments']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-first-frame', 'rows')
  }
})

test('beneath a dialog the page is out of the pointer’s reach, and inherits nothing for that', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links')
  // All of a row leads to its link; its end lies beside the dialog.
  const row = await page
    .getByRole('row')
    .filter({ has: page.locator('a[data-row]') })
    .nth(1)
    .boundingBox()
  if (!row) throw new Error('not on screen')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // What each element of a long list inherits is worked out for each, and that is felt.
  expect(await page.locator('#content').evaluate((main) => getComputedStyle(main).pointerEvents)).toBe('auto')
  await page.mouse.click(row.x + row.width - 150, row.y + 2)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/links$/)
})

test('a dialog that opens and closes leaves the page as it was laid out and styled', async ({
  page,
  browser,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links')
  const positionOfBody = () => page.evaluate(() => getComputedStyle(document.body).position)
  const positionBefore = await positionOfBody()
  const opened = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: search.label })).toBeFocused()
    await expect(page.getByRole('option').first()).toBeVisible()
    // Another would have all that it holds laid out anew.
    expect(await positionOfBody()).toBe(positionBefore)
  }
  const closed = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // Its script comes with the first time.
  await opened()
  await closed()
  const all = await page.locator('*').count()
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await opened()
  await closed()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  const styled = traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
  // Its own elements are a quarter of the page's.
  expect(styled).toBeGreaterThan(0)
  expect(styled, `of ${all} elements`).toBeLessThan(all / 2)
})
