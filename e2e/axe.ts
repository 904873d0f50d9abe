import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expectNoLayoutFaults } from './layout'

/** Selector of further rows of a list: rows are alike, and checking each costs as much as the first. */
const FURTHER_ROWS = 'tbody tr:nth-child(n+5)'
/** Less than half the size of the package's `source`, which every document would read anew. */
const SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails softly, so that one run reports all violations. `within` limits the check to a part of the page. */
export async function expectAccessible(page: Page, subject: string, within?: string): Promise<void> {
  await expectNone(page, { type: 'tag', values: RULES }, subject, within)
}

/** Checks the one rule whose outcome depends on the theme. */
export async function expectContrast(page: Page, subject: string, within?: string): Promise<void> {
  await expectNone(page, { type: 'rule', values: ['color-contrast'] }, subject, within)
}

/** Checks a state that the sweep over all screens does not reach: accessible, and without overflow on a phone. */
export async function expectAccessibleState(page: Page, subject: string): Promise<void> {
  await expectAccessible(page, subject)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 812 })
  await expectNoLayoutFaults(page, `${subject} at 375 px`)
  if (size) await page.setViewportSize(size)
}

async function expectNone(
  page: Page,
  runOnly: NonNullable<RunOptions['runOnly']>,
  subject: string,
  within?: string,
): Promise<void> {
  // The library stays in a document after its first check.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE)
  const violations = await page.evaluate(
    async ({ include, exclude, runOnly }) => {
      const context = { ...(include ? { include } : {}), exclude }
      const { violations } = await window.axe.run(context, {
        runOnly,
        resultTypes: ['violations'],
        preload: false,
      })
      return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }))
    },
    { include: within, exclude: FURTHER_ROWS, runOnly },
  )
  const found = violations.map(({ id, targets }) => `${id}: ${targets.join(', ')}`)
  expect.soft(found, subject).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
