import { expect, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'
import { demo, signInAsOwner } from './demo'
import { arrive } from './screens'

test('an owner connects a key: a wrong one is told at its field, the right one is in use', async ({
  page,
}) => {
  const { base_url, api_key } = demo()
  await signInAsOwner(page)
  await page.goto('/settings')
  await page.getByRole('link', { name: settings.connections.add }).click()
  await expect(page.getByRole('complementary', { name: settings.connect.where })).toBeVisible()
  await expect(page.getByRole('link', { name: common.cancel })).toHaveAttribute('href', '/settings')
  await page.getByRole('button', { name: settings.connect.submit }).click()
  await expect(page.getByText(settings.connect.problems.base_url)).toBeVisible()
  await page.getByLabel(settings.connect.baseUrl).fill(base_url)
  await page.getByLabel(settings.connect.apiKey).fill(`${api_key.slice(0, -1)}~`)
  await page.getByRole('button', { name: settings.connect.submit }).click()
  await expect(page.getByLabel(settings.connect.apiKey)).toHaveAccessibleDescription(/key/i)
  await expect(page.getByLabel(settings.connect.apiKey)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(settings.connect.apiKey).fill(api_key)
  await page.getByRole('button', { name: settings.connect.submit }).click()
  await page.waitForURL('/settings')
  await expect(page.getByText(settings.connections.inUse)).toBeVisible()
  await expect(page.getByText(/^http\S+\/api\/webhooks\/conn_/).first()).toBeVisible()
})

test('the command for a key stands in a block with its flags whole, at every width', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/settings/connect')
  await expect(
    page.getByRole('button', { name: common.copyThing(settings.connect.commandLabel) }),
  ).toBeVisible()
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const shape = await page.locator('pre').evaluate((block) => ({
      cut: block.scrollWidth > block.clientWidth,
      heights: new Set(
        [...block.querySelectorAll('span')]
          .filter((word) => !word.firstElementChild)
          .map((word) => word.offsetHeight),
      ).size,
    }))
    expect(shape.cut).toBe(false)
    expect(shape.heights, `every word on one line at ${width} px`).toBe(1)
  }
})
