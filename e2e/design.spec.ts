import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { design } from '@/lib/messages/design'
import { expectRoom } from './layout'

/** Kept after each run for people to look at; nothing compares pixels. */
const IMAGES = 'test-results/images/design'

async function openGallery(page: Page): Promise<void> {
  await page.goto('/design')
  await expect(page.getByRole('heading', { level: 1, name: design.title })).toBeVisible()
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
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
    await expectRoom(page, `the gallery at ${width} px`)
  })
}

test('what is only said is not shown, in a page from the server too', async ({ page }) => {
  await openGallery(page)
  const months = page.getByRole('status').filter({ hasText: /^\p{L}+ \d{4}$/u })
  expect(await months.count()).toBeGreaterThan(1)
  for (const box of await months.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width)))
    expect(box).toBeLessThanOrEqual(1)
})

test('the primitives break no accessibility rule in either theme', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openGallery(page)
  await expectAccessible(page)
})

test('a role has the values of the theme that is asked for, whatever the device prefers', async ({
  page,
}) => {
  await openGallery(page)
  const canvas = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
  const values = { light: await canvas('section#light'), dark: await canvas('section#dark') }
  expect(values.light).not.toBe(values.dark)
  for (const device of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: device })
    expect(await canvas('html'), `as the device, ${device}`).toBe(values[device])
    for (const asked of ['light', 'dark'] as const) {
      await page.locator('html').evaluate((html, theme) => {
        html.dataset.theme = theme
      }, asked)
      expect(await canvas('html'), `${asked} on a ${device} device`).toBe(values[asked])
      expect(await canvas('section#dark')).toBe(values.dark)
    }
    await page.locator('html').evaluate((html) => {
      html.dataset.theme = 'system'
    })
  }
})

test('what is chosen is still told where the system paints all backgrounds alike', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openGallery(page)
  const current = page.locator('#light [aria-current="page"]').first()
  expect(await current.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.locator('#light').screenshot({ path: `${IMAGES}/forced-colors.png` })
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
    await page.locator(`[data-opens="sheet-${theme}"]`).click()
    const sheet = page.getByRole('dialog', { name: design.overlay.sheetTitle })
    await expect(sheet).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: `${IMAGES}/sheet-${theme}.png` })
    await page.setViewportSize({ width: 375, height: 812 })
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(375)
    await page.screenshot({ path: `${IMAGES}/sheet-${theme}-phone.png` })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(page.locator(`[data-opens="sheet-${theme}"]`)).toBeFocused()
    await page.locator(`[data-opens="tooltip-${theme}"]`).focus()
    await expect(page.getByText(design.overlay.tooltipText).last()).toBeVisible()
    await page.screenshot({ path: `${IMAGES}/tooltip-${theme}.png` })
    await page.locator(`[data-opens="dialog-${theme}"]`).click()
    await expect(page.getByRole('dialog', { name: design.overlay.dialogTitle })).toBeVisible()
    await page.screenshot({ path: `${IMAGES}/dialog-${theme}.png` })
    await page.getByRole('button', { name: common.close, exact: true }).click()
    await expect(page.locator(`[data-opens="dialog-${theme}"]`)).toBeFocused()
  })
}
