import { expect, type Page, type Request, type Route, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { signInAsOwner } from './demo'
import { firstRow } from './first-row'
import { holdBack } from './hold-back'
import { openPage } from './open-page'

/** The router asks for a page's whole content; what it fetches on its own carries a mark of how much it wants. */
const asksForPage = (request: Request, path: string) => {
  const headers = request.headers()
  return new URL(request.url()).pathname === path && headers.rsc === '1' && !headers['next-router-prefetch']
}

/** From now on, whether an outline stood in the page's place at any moment. */
async function watchForOutline(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate((label) => {
    const look = () => {
      const heard = [...document.querySelectorAll('#content [role="status"] .sr-only')]
      if (heard.some(({ textContent }) => textContent?.startsWith(label)))
        document.body.dataset.outline = 'seen'
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  }, common.loading)
  return () => page.evaluate(() => document.body.dataset.outline === 'seen')
}

/** Every name that the tab carries from now on, in order. */
async function watchTab(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const names = [document.title]
    const look = () => {
      if (names.at(-1) !== document.title) names.push(document.title)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { readTab: () => names })
  })
  return () =>
    page.evaluate(() => ('readTab' in window && window.readTab instanceof Function ? window.readTab() : []))
}

const tabOf = (name: string) => `${name} · ${common.product}`

test('the tab has the name of what it shows all along: on the way there, of the outline too, and back', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, '/settings')
  const names = await watchTab(page)
  const main = page.getByRole('navigation', { name: shell.mainNavigation })
  await main.getByRole('link', { name: links.title }).click()
  const { link, title } = await firstRow(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page).toHaveTitle(tabOf(title))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: links.title })).toBeVisible()
  await expect(page).toHaveTitle(tabOf(links.title))
  const [from, list, ...rest] = (await names()).map((name) => name.replace(` · ${common.product}`, ''))
  expect([from, list, rest.at(-1)]).toEqual([settings.title, links.title, links.title])
  // The link's noun stands for its title only while its outline does.
  expect([[title], [links.one, title]]).toContainEqual(rest.slice(0, -1))
})

test('a page whose link was rested on is there at the click, without an outline before it', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, '/payments')
  const link = page
    .getByRole('navigation', { name: shell.mainNavigation })
    .getByRole('link', { name: links.title })
  // The router hangs up as soon as it has read what it needs.
  const fetched = new Promise<void>((resolve) => {
    const look = (request: Request) => asksForPage(request, '/links') && resolve()
    page.on('requestfinished', look)
    page.on('requestfailed', look)
  })
  await link.hover()
  await fetched
  const outlineWasSeen = await watchForOutline(page)
  // As long as people hold a button: where the answer ends, the router still has to read it.
  await link.click({ delay: 100 })
  await expect(page.getByRole('heading', { level: 1, name: links.title })).toBeVisible()
  await expect(page.locator('#content a[data-row]').first()).toBeVisible()
  expect(await outlineWasSeen()).toBe(false)
})

test('a page asks for no other by itself: a click that overtook such a fetch would show nothing', async ({
  page,
}) => {
  await signInAsOwner(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.headers().rsc === '1') asked.push(request.url())
  })
  for (const path of ['/', '/links', '/links/new', '/payments', '/settings', '/audit']) {
    await openPage(page, path)
    await page.waitForLoadState('networkidle')
  }
  expect(asked).toEqual([])
})

test('a list asks for none of its rows’ pages by itself, and for one that the keyboard rests on', async ({
  page,
}) => {
  await signInAsOwner(page)
  // Home names payments that wait; what it fetches is its own.
  await openPage(page, '/settings')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/payments\/pay_/.test(pathname)) asked.push(pathname)
  })
  await openPage(page, '/payments')
  const { link, href } = await firstRow(page)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  const answered = page.waitForResponse((response) => asksForPage(response.request(), href))
  await link.focus()
  await answered
  expect(new Set(asked)).toEqual(new Set([href]))
})

test('a pressed link whose page is late says that it is on its way, until it is there', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, '/payments')
  const letGo = await holdBack(page, /\/payments\/pay_[^/]*\?_rsc=/)
  await page.locator('#content a[data-row]').first().click()
  const line = page.getByRole('progressbar', { name: common.loading })
  await expect(line).toBeVisible()
  letGo()
  await page.waitForURL(/\/payments\/pay_/)
  await expect(line).toHaveCount(0)
})

for (const { name, end } of [
  { name: 'an error', end: (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' }) },
  { name: 'a lost line', end: (route: Route) => route.abort('connectionreset') },
]) {
  test(`a tab whose one answer is ${name} is there all the same`, async ({ page }) => {
    await signInAsOwner(page)
    await openPage(page, '/payments')
    let ended = 0
    await page.route(/status=FAILED.*_rsc=/, async (route) => {
      ended += 1
      if (ended === 1) await end(route)
      else await route.continue()
    })
    const tabs = page.getByRole('navigation', { name: payments.statusTabs })
    const tab = tabs.getByRole('link', { name: payments.status.FAILED })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1, name: payments.title })).toBeVisible()
    await expect(page).toHaveURL('/payments?status=FAILED')
    expect(ended).toBeGreaterThan(0)
    await page.goBack()
    await expect(page).toHaveURL('/payments')
    await expect(tab).not.toHaveAttribute('aria-current', 'page')
  })
}

test('on the way to a new link, letters lead nowhere else', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, '/links')
  const letThrough = await holdBack(page, (url) => url.pathname === '/links/new')
  for (const key of ['c', 'g', 's']) await page.keyboard.press(key)
  letThrough()
  await expect(page.getByRole('heading', { level: 1, name: links.form.title })).toBeVisible()
  await expect(page).toHaveURL('/links/new')
})
