import { expect, type Locator, type Page } from '@playwright/test'
import type { Translate } from '@/lib/messages/translator'
import { english } from '@/test/english'

/** Opens the filter of days of the payments. */
export async function openDateFilter(page: Page, t: Translate = english): Promise<Locator> {
  const filters = page.getByRole('search', { name: t('filters.listFilters.filters') })
  await filters.getByRole('button', { name: t('filters.listFilters.period') }).click()
  const panel = page.getByRole('dialog', { name: t('filters.listFilters.period') })
  await expect(panel.getByRole('grid').first()).toBeVisible()
  return panel
}

/** Returns the day (`2026-11-21`) that has the focus; null while another element has it. */
export function focusedDay(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.activeElement?.closest('[role="gridcell"]')?.getAttribute('data-day') ?? null,
  )
}
