import { expect, type Locator, test } from '@playwright/test'
import { filters } from '@/lib/messages/filters'
import { payments } from '@/lib/messages/payments'
import { shell } from '@/lib/messages/shell'
import { signInAsOwner } from './demo'
import { holdBack } from './hold-back'
import { arrive } from './screens'

/** Every page that is asked for from within another. */
const PAGES = /[?&]_rsc=/

const colourOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).color)

const places = [
  {
    name: 'rail',
    width: 1440,
    from: '/links',
    row: shell.mainNavigation,
    left: shell.links,
    next: shell.payments,
  },
  {
    name: 'bar',
    width: 375,
    from: '/links',
    row: shell.mainNavigation,
    left: shell.links,
    next: shell.payments,
  },
  {
    name: 'tabs',
    width: 1440,
    from: '/payments',
    row: payments.statusTabs,
    left: payments.all,
    next: payments.status.FAILED,
  },
]

for (const { name, width, from, row, left, next } of places) {
  test(`of the ${name} the pressed place looks current at once, and the left one no more`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAsOwner(page)
    await arrive(page, from)
    const release = await holdBack(page, PAGES)
    const nav = page.getByRole('navigation', { name: row }).filter({ visible: true })
    const before = nav.getByRole('link', { name: left })
    const after = nav.getByRole('link', { name: next })
    const [current, other] = [await colourOf(before), await colourOf(after)]
    expect(other).not.toBe(current)
    await after.hover()
    const list = page.locator('[data-places] ~ div:has(table)')
    if (name === 'tabs')
      await expect(list, 'the press must not paint it anew').toHaveCSS('will-change', 'opacity')
    await after.click()
    await expect.poll(() => colourOf(after)).toBe(current)
    await page.mouse.move(width / 2, 600)
    await expect.poll(() => colourOf(before)).toBe(other)
    if (name === 'tabs') await expect(list, 'rows of another slice step back').toHaveCSS('opacity', '0.5')
    // Only the look is ahead: what is heard stays true.
    await expect(before).toHaveAttribute('aria-current', 'page')
    release()
    await expect(after).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => colourOf(after)).toBe(current)
    await expect(list).toHaveCSS('opacity', '1')
  })
}

test('a place that keys lead to looks current at once, like one that is pressed', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsOwner(page)
  await arrive(page, '/links')
  const nav = page.getByRole('navigation', { name: shell.mainNavigation }).filter({ visible: true })
  const before = nav.getByRole('link', { name: shell.links })
  const after = nav.getByRole('link', { name: shell.payments })
  const [current, other] = [await colourOf(before), await colourOf(after)]
  const release = await holdBack(page, PAGES)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect.poll(() => colourOf(after)).toBe(current)
  await expect.poll(() => colourOf(before)).toBe(other)
  release()
  await expect(after).toHaveAttribute('aria-current', 'page')
  expect(new URL(page.url()).pathname).toBe('/payments')
})

test('a filter that is taken away steps back at the press', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await arrive(page, '/payments?min=1000')
  const release = await holdBack(page, PAGES)
  const cross = page.getByRole('link', { name: filters.remove(payments.amountFilter) })
  await cross.click()
  await expect(page.locator('[data-set]').filter({ has: cross })).toHaveCSS('opacity', '0.5')
  release()
  await expect(page.locator('[data-set]')).toHaveCount(0)
})
