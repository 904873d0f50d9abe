import { expect, test } from '@playwright/test'
import { design } from '@/lib/messages/design'

test('a selected theme overrides that of the device', async ({ page }) => {
  await page.goto('/design')
  await expect(page.getByRole('heading', { level: 1, name: design.title })).toBeVisible()
  const canvas = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
  const values = { light: await canvas('section#light'), dark: await canvas('section#dark') }
  expect(values.light).not.toBe(values.dark)
  for (const device of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: device, reducedMotion: 'reduce' })
    expect(await canvas('html'), `the device, ${device}`).toBe(values[device])
    for (const chosen of ['light', 'dark'] as const) {
      await page.locator('html').evaluate((html, theme) => {
        html.dataset.theme = theme
      }, chosen)
      expect(await canvas('html'), `${chosen} on a ${device} device`).toBe(values[chosen])
    }
    await page.locator('html').evaluate((html) => {
      html.dataset.theme = 'system'
    })
  }
})

test('the current item of a navigation is outlined if the system replaces all colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/design')
  await expect(page.locator('#light [aria-current="page"]').first()).toHaveCSS('outline-style', 'solid')
})
