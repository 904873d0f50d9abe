import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { expectRoom } from './layout'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails softly, so that one run tells every place that breaks a rule. `within` narrows it to what has just opened. */
export async function expectAccessible(page: Page, what: string, within?: string): Promise<void> {
  const builder = new AxeBuilder({ page }).withTags(RULES)
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect.soft(told, what).toEqual([])
}

/** What only an act brings about, no sweep over pages ever sees: it is checked where it stands, in both themes and on a phone. */
export async function expectSound(page: Page, what: string): Promise<void> {
  const desk = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `${what} in ${colorScheme}`)
  }
  await page.setViewportSize({ width: 375, height: 812 })
  await expectRoom(page, `${what} at 375 px`)
  if (desk) await page.setViewportSize(desk)
}
