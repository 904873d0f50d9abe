import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
