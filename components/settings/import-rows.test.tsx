import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ImportProgress } from '@/lib/dashboard/schema/mirror'
import { ImportRows } from './import-rows'

const base: ImportProgress = { noun: 'payments', done: false, seen: 1_200, share: null, left_ms: null }

function textOf(...imports: ImportProgress[]): string {
  return renderToStaticMarkup(<ImportRows imports={imports} />)
}

test('an import shows its objects and, as estimates, its share and the time left', () => {
  const html = textOf({ ...base, share: 0.25, left_ms: 180_000 })
  expect(html).toContain('1,200 payments')
  expect(html).toContain('About 25%, 3 min left')
  expect(html).toMatch(/role="progressbar"[^>]*aria-valuenow="25"/)
  expect(html).toContain('Estimated from the dates of what was read: the service reports no totals.')
})

test('an import without an estimate shows no share', () => {
  const html = textOf(base)
  expect(html).toContain('Importing…')
  expect(html).toContain('progressbar')
  expect(html).not.toContain('aria-valuenow')
  expect(html).not.toContain('Estimated')
})

test('a waiting noun and an imported noun show no progress', () => {
  const html = textOf({ ...base, seen: 0 }, { ...base, noun: 'links', done: true })
  expect(html).toContain('Waits')
  expect(html).toContain('Imported')
  expect(html).not.toContain('progressbar')
})

test('a finished import shows no rows', () => {
  expect(textOf()).toBe('')
})
