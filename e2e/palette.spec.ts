import { expect, type Page, test } from '@playwright/test'
import { search } from '@/lib/messages/search'
import { signInAsOwner } from './demo'
import { expectRoom } from './layout'
import { arrive } from './screens'

/** What the palette finds of the demo's payments by a word that many of them have. */
async function findMany(page: Page) {
  await arrive(page, '/settings')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: search.label }).fill('an')
  const payments = page.getByRole('group', { name: search.payments }).getByRole('option')
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
