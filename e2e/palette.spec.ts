import { expect, type Page, test } from '@playwright/test'
import { search } from '@/lib/messages/search'
import { callApi, signInAsOwner } from './demo'
import { expectRoom } from './layout'
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
