import { expect, type Request, test } from '@playwright/test'
import { PRODUCT } from '@/lib/messages/product'
import { english } from '@/test/english'
import { delayRequests } from './delay-requests'
import { accountPath, signInAsOwner } from './demo'
import { firstRow } from './first-row'
import { openPage } from './open-page'

/** Returns whether a request of the router is for a page's whole content. */
const asksForPage = (request: Request, path: string) => {
  const headers = request.headers()
  return new URL(request.url()).pathname === path && headers.rsc === '1' && !headers['next-router-prefetch']
}

test('the tab’s title names the content of the page, forward and back', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  const main = page.getByRole('navigation', { name: english('shell.mainNavigation') })
  await main.getByRole('link', { name: english('links.title') }).click()
  await expect(page).toHaveTitle(`${english('links.title')} · ${PRODUCT}`)
  const { link, title } = await firstRow(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page).toHaveTitle(`${title} · ${PRODUCT}`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: english('links.title') })).toBeVisible()
  await expect(page).toHaveTitle(`${english('links.title')} · ${PRODUCT}`)
})

test('a list fetches no other page until the pointer or the focus rests on a link', async ({ page }) => {
  await signInAsOwner(page)
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.headers().rsc === '1') fetched.push(new URL(request.url()).pathname)
  })
  await openPage(page, accountPath('/payments'))
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  const { link, href } = await firstRow(page)
  for (const rest of [
    { path: href, start: () => link.focus() },
    {
      path: accountPath('/links'),
      start: () =>
        page
          .getByRole('navigation', { name: english('shell.mainNavigation') })
          .getByRole('link', { name: english('links.title') })
          .hover(),
    },
  ]) {
    const answered = page.waitForResponse((response) => asksForPage(response.request(), rest.path))
    await rest.start()
    await answered
  }
  expect(new Set(fetched)).toEqual(new Set([href, accountPath('/links')]))
})

test('a link to a slow page shows progress until the page is shown', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const release = await delayRequests(page, /\/payments\/pay_[^/]*\?_rsc=/)
  await page.locator('#content a[data-row]').first().click()
  const progress = page.getByRole('progressbar', { name: english('common.loading') })
  await expect(progress).toBeVisible()
  release()
  await page.waitForURL(/\/payments\/pay_/)
  await expect(progress).toHaveCount(0)
  await page.goBack()
  await page.waitForURL(accountPath('/payments'))
  await expect(progress).toHaveCount(0)
})

test('a tab opens although its first response fails', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  let failed = 0
  await page.route(/status=FAILED.*_rsc=/, async (route) => {
    failed += 1
    if (failed === 1) await route.fulfill({ status: 502, body: 'Bad gateway' })
    else await route.continue()
  })
  const tab = page
    .getByRole('navigation', { name: english('payments.statusTabs') })
    .getByRole('link', { name: english('payment-rows.status.FAILED') })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(accountPath('/payments?status=FAILED'))
  expect(failed).toBeGreaterThan(0)
  await page.goBack()
  await expect(page).toHaveURL(accountPath('/payments'))
})

for (const failure of ['abort', '502'] as const) {
  test(`a page opens although its prefetch fails while the click waits for it (${failure})`, async ({
    page,
  }) => {
    await signInAsOwner(page)
    await openPage(page, accountPath('/payments'))
    let asked = 0
    let fail = () => {}
    await page.route(/\/links\?_rsc=/, async (route) => {
      asked += 1
      if (asked > 1) return route.continue()
      await new Promise<void>((resolve) => {
        fail = resolve
      })
      if (failure === 'abort') await route.abort('connectionreset')
      else await route.fulfill({ status: 502, body: 'Bad gateway' })
    })
    const link = page
      .getByRole('navigation', { name: english('shell.mainNavigation') })
      .getByRole('link', { name: english('links.title') })
    await link.hover()
    await expect.poll(() => asked).toBe(1)
    await link.click()
    fail()
    await expect(page.getByRole('heading', { level: 1, name: english('links.title') })).toBeVisible()
    await expect(page.locator('#content a[data-row]').first()).toBeVisible()
    await expect(page).toHaveURL(accountPath('/links'))
  })
}

test('keys pressed while the form of a new link opens have no other effect', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links'))
  const release = await delayRequests(page, (url) => url.pathname === accountPath('/links/new'))
  for (const key of ['c', 'g', 's']) await page.keyboard.press(key)
  release()
  await expect(page.getByRole('heading', { level: 1, name: english('link-form.title') })).toBeVisible()
  await expect(page).toHaveURL(accountPath('/links/new'))
})
