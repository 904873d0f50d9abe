import { expect, test } from '@playwright/test'

test('a selected theme overrides that of the device', async ({ page }) => {
  await page.goto('/docs')
  const canvas = () => page.locator('html').evaluate((element) => getComputedStyle(element).backgroundColor)
  const values = { light: '', dark: '' }
  for (const device of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: device, reducedMotion: 'reduce' })
    values[device] = await canvas()
  }
  expect(values.light).not.toBe(values.dark)
  for (const device of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: device, reducedMotion: 'reduce' })
    for (const chosen of ['light', 'dark'] as const) {
      await page.locator('html').evaluate((html, theme) => {
        html.dataset.theme = theme
      }, chosen)
      expect(await canvas(), `${chosen} on a ${device} device`).toBe(values[chosen])
    }
    await page.locator('html').evaluate((html) => {
      html.dataset.theme = 'system'
    })
  }
})

test('the current item of a navigation is outlined if the system replaces all colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/docs')
  await expect(page.locator('[aria-current="page"]').first()).toHaveCSS('outline-style', 'solid')
})
