import { expect, type Page } from '@playwright/test'
import { expectRoom } from './layout'

/** Kept after each run for people to look at; nothing compares pixels. */
const FOLDER = 'test-results/screens'

const HEIGHT_MAX = 1_800

export const SIZES = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

/** Goes to a page and waits until what streams has taken its outline's place, and its letters are there. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** A picture at each width, and in one theme a look at whether everything fits there. */
export async function photograph(page: Page, name: string, theme: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    // Where things stand does not depend on their colours.
    if (theme === 'light') await expectRoom(page, `${name} at ${size.width} px`)
    // The whole page, its bars where they stand; of a long list the first rows say everything.
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    const height = Math.min(Math.max(whole, size.height), HEIGHT_MAX)
    await page.setViewportSize({ width: size.width, height })
    await page.screenshot({
      path: `${FOLDER}/${name}-${size.width}-${theme}.png`,
      animations: 'disabled',
    })
  }
}
