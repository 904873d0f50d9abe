import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { expectRoom } from './layout'

/** The rows of a list are alike, and each costs as much as the first. */
const FURTHER_ROWS = 'tbody tr:nth-child(n+5)'
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails softly, so that one run reports every violation. `within` limits the check to a part of the page. */
export async function expectAccessible(page: Page, subject: string, within?: string): Promise<void> {
  await expectNone(new AxeBuilder({ page }).withTags(RULES), subject, within)
}

/** Checks the one rule whose outcome depends on the theme. */
export async function expectContrast(page: Page, subject: string, within?: string): Promise<void> {
  await expectNone(new AxeBuilder({ page }).withRules(['color-contrast']), subject, within)
}

/** Checks a state that the sweep over all screens does not reach: accessible, and without overflow on a phone. */
export async function expectSound(page: Page, subject: string): Promise<void> {
  await expectAccessible(page, subject)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 812 })
  await expectRoom(page, `${subject} at 375 px`)
  if (size) await page.setViewportSize(size)
}

async function expectNone(builder: AxeBuilder, subject: string, within?: string): Promise<void> {
  // Without frames of another origin, the legacy mode finds the same in half of the time.
  builder.setLegacyMode(true).exclude(FURTHER_ROWS)
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect.soft(found, subject).toEqual([])
}
