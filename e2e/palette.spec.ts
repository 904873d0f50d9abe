import { expect, type Page, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { search } from '@/lib/messages/search'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { callApi, signInAsOwner } from './demo'
import { holdBack } from './hold-back'
import { expectRoom, restingBox } from './layout'
import { arrive } from './screens'

/** What the palette finds of the demo's payments by a word that many of them have. */
async function findMany(page: Page) {
  await arrive(page, '/settings')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: search.label }).fill('an')
  const payments = page
    .getByRole('group', { name: search.payments })
    .getByRole('option')
    .filter({ has: page.locator('time') })
  await expect(payments.nth(2)).toBeVisible()
  return payments
}

test('amounts that the palette finds stand in a column, whatever their badges say', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  const payments = await findMany(page)
  const ends = await payments.evaluateAll((options) =>
    options.map((option) => {
      const amount = option.querySelector('time')?.previousElementSibling
      return Math.round(amount?.getBoundingClientRect().right ?? 0)
    }),
  )
  expect(new Set(ends).size, `${ends}`).toBe(1)
})

test('on a phone what the palette finds has the first line to its name', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAsOwner(page)
  const payments = await findMany(page)
  const lines = await payments.first().evaluate((option) => {
    const title = option.querySelector('[title]')?.getBoundingClientRect()
    const time = option.querySelector('time')?.getBoundingClientRect()
    return { title: title?.bottom ?? 0, time: time?.top ?? 0 }
  })
  expect(lines.time).toBeGreaterThanOrEqual(lines.title)
  await expectRoom(page, 'the palette with what it found at 375 px')
})

test('the palette shows first what is called so, a few of each, and that there is more', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await arrive(page, '/links')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: search.label }).fill('box')
  const groups = page.getByRole('listbox').getByRole('group')
  await expect(groups.first()).toHaveAccessibleName(search.links)
  await expect(groups.nth(1)).toHaveAccessibleName(search.payments)
  const found = groups.nth(1).getByRole('option')
  await expect(found).toHaveCount(5)
  await found.last().scrollIntoViewIfNeeded()
  await found.last().click()
  await page.waitForURL(/\/payments\?q=box$/)
  await expect(page.locator('[data-payment]').nth(4)).toBeVisible()
})

test('a place that is called so is not told to be nothing, and an id leads to nothing but itself', async ({
  page,
}) => {
  const { data } = await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()
  await signInAsOwner(page)
  await arrive(page, '/payments')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: search.label })
  await field.fill('sett')
  await expect(page.getByRole('status').filter({ hasText: /\d results?/ })).toBeAttached()
  await expect(page.getByText(search.nothing)).toHaveCount(0)
  await field.fill(data[0].id)
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option')).toHaveAttribute('href', `/payments/${data[0].id}`)
})

test('each state has its place in the palette, which leads to its tab; so has the key', async ({ page }) => {
  await signInAsOwner(page)
  for (const [typed, name, path] of [
    ['declined', search.paymentsIn.FAILED, '/payments?status=FAILED'],
    ['timed out', search.paymentsIn.TIMEOUT, '/payments?status=TIMEOUT'],
    ['expired', search.linksIn.EXPIRED, '/links?status=EXPIRED'],
    ['api key', search.apiKey, '/settings#connections'],
  ] as const) {
    await arrive(page, '/audit')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: search.label }).fill(typed)
    await page.getByRole('option', { name, exact: true }).click()
    await page.waitForURL((url) => url.pathname + url.search + url.hash === path)
  }
  await expect(page.getByRole('heading', { name: settings.connections.title })).toBeInViewport()
})

test('the palette signs out whoever asks for it', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/audit')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: search.label }).fill('log out')
  await page.getByRole('option', { name: shell.signOut }).click()
  await page.waitForURL(/\/sign-in/)
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
  const lens = (page: Page) => page.getByRole('button', { name: search.open }).filter({ visible: true })
  const palette = (page: Page) => page.getByRole('dialog', { name: search.title })

  test('the palette has a cross as large as a thumb, and Back closes it instead of leaving the page', async ({
    page,
  }) => {
    await signInAsOwner(page)
    await arrive(page, '/payments')
    await lens(page).tap()
    const cross = palette(page).getByRole('button', { name: common.close })
    // It grows into its place.
    const smallerSide = async () => {
      const box = await cross.boundingBox()
      return box ? Math.min(box.width, box.height) : 0
    }
    await expect.poll(smallerSide).toBeGreaterThanOrEqual(44)
    await cross.tap()
    await expect(palette(page)).toBeHidden()
    await lens(page).tap()
    await expect(palette(page)).toBeVisible()
    await page.goBack()
    await expect(palette(page)).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/payments')
  })

  test('the palette is there before a finger asks for it', async ({ page, context }) => {
    await signInAsOwner(page)
    await arrive(page, '/settings')
    await page.waitForLoadState('networkidle').catch(() => {})
    await page.evaluate(() => new Promise((rested) => requestIdleCallback(rested)))
    await expect(async () => {
      await context.setOffline(true)
      await lens(page).tap()
      await expect(palette(page).getByRole('combobox', { name: search.label })).toBeFocused({ timeout: 500 })
    })
      .toPass()
      .finally(() => context.setOffline(false))
  })
})

test('the palette’s field stands in its place at once, and what is typed there goes on in the palette', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  // Others have the palette before they ask for it.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await signInAsOwner(page)
  await arrive(page, '/settings')
  const release = await holdBack(page, '**/_next/static/**')
  await page.keyboard.press('Control+k')
  const field = page.getByLabel(search.label)
  await expect(field).toBeFocused()
  const place = await restingBox(field)
  await page.keyboard.type('sett')
  await expect(field).toHaveValue('sett')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sett')
  release()
  await expect(page.getByRole('combobox', { name: search.label })).toBeFocused()
  await page.keyboard.type('ings')
  await expect(field).toHaveValue('settings')
  expect(await field.boundingBox()).toEqual(place)
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})

test('a press is answered by the palette’s field, also where the palette was there before', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await arrive(page, '/settings')
  const whole = page.getByRole('combobox', { name: search.label })
  const field = page.getByLabel(search.label)
  await page.keyboard.press('Control+k')
  await expect(whole).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  // Mounted within the press, the palette would keep a slow machine from painting for a third of a second.
  const watched = await page.evaluateHandle((label) => {
    const first = new Promise<boolean>((tell) => {
      const watch = new MutationObserver(() => {
        const input = document.querySelector(`input[aria-label="${label}"]`)
        if (!input) return
        watch.disconnect()
        tell(input.closest('[role="dialog"]') === null)
      })
      watch.observe(document.body, { childList: true, subtree: true })
    })
    // In an object, or it would be waited for before the press.
    return { first }
  }, search.label)
  await page.keyboard.press('Control+k')
  expect(await watched.evaluate(({ first }) => first), 'its place came first').toBe(true)
  await expect(whole).toBeFocused()
})
