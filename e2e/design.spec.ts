import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { design } from '@/lib/messages/design'

/** Kept after each run for people to look at; nothing compares pixels. */
const IMAGES = 'test-results/images/design'

async function openGallery(page: Page): Promise<void> {
  await page.goto('/design')
  await expect(page.getByRole('heading', { level: 1, name: design.title })).toBeVisible()
}

for (const width of [375, 768, 1440]) {
  test(`every primitive in both themes at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openGallery(page)
    for (const theme of ['light', 'dark'] as const) {
      const part = page.getByRole('region', { name: design.themes[theme], exact: true })
      await part.screenshot({ path: `${IMAGES}/${theme}-${width}.png` })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })
}

test('the primitives break no accessibility rule in either theme', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openGallery(page)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  test(`what floats, opened in ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await openGallery(page)
    await page.locator(`[data-opens="toast-${theme}"]`).click()
    await expect(page.getByText(design.overlay.toastText)).toBeVisible()
    await page.locator(`[data-opens="menu-${theme}"]`).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.screenshot({ path: `${IMAGES}/menu-${theme}.png` })
    await page.keyboard.press('Escape')
    await page.locator(`[data-opens="dialog-${theme}"]`).click()
    await expect(page.getByRole('dialog', { name: design.overlay.dialogTitle })).toBeVisible()
    await page.screenshot({ path: `${IMAGES}/dialog-${theme}.png` })
    await page.getByRole('button', { name: common.close, exact: true }).click()
    await expect(page.locator(`[data-opens="dialog-${theme}"]`)).toBeFocused()
  })
}
