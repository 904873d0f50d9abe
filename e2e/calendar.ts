import { expect, type Locator, type Page } from '@playwright/test'
import { calendar } from '@/lib/messages/calendar'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'

/** Opens the payments' filter of days. */
export async function openDateFilter(page: Page): Promise<Locator> {
  const filters = page.getByRole('search', { name: payments.filters })
  await filters.getByRole('button', { name: payments.period }).click()
  const panel = page.getByRole('dialog', { name: payments.period })
  await expect(panel.getByRole('grid').first()).toBeVisible()
  return panel
}

/** Opens the calendar of a new link's own expiry. */
export async function openExpiryCalendar(page: Page): Promise<Locator> {
  // A page that does not listen yet takes the choice back.
  await expect(() => page.getByLabel(links.form.expiryCustom).check({ timeout: 2_000 })).toPass()
  await page.getByRole('button', { name: calendar.moment.choose }).click()
  const panel = page.getByRole('dialog', { name: calendar.moment.choose })
  await expect(panel.getByRole('grid')).toBeVisible()
  return panel
}

/** The day (`2026-11-21`) of the grid that has the focus; null while something else has it. */
export function focusedDay(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.activeElement?.closest('[role="gridcell"]')?.getAttribute('data-day') ?? null,
  )
}

/** How much a part's surface stands out from that of the panel around it; 1 is not at all. */
export async function contrastIn(panel: Locator, part: Locator): Promise<number> {
  const [under, over] = await Promise.all([panel, part].map((one) => one.evaluate(luminance)))
  const [less = 0, more = 0] = [under ?? 0, over ?? 0].sort((one, other) => one - other)
  return (more + 0.05) / (less + 0.05)
}

function luminance(element: Element): number {
  const brush = document.createElement('canvas').getContext('2d')
  if (!brush) return 0
  brush.fillStyle = getComputedStyle(element).backgroundColor
  brush.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = [...brush.getImageData(0, 0, 1, 1).data].map(
    (value) => ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
