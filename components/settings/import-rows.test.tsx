import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ImportProgress } from '@/lib/dashboard/schema/mirror'
import { ImportRows } from './health-section'

const base: ImportProgress = { noun: 'payments', done: false, seen: 1_200 }

function textOf(...imports: ImportProgress[]): string {
  return renderToStaticMarkup(<ImportRows imports={imports} />)
}

test('an import shows the objects so far', () => {
  const html = textOf(base)
  expect(html).toContain('1,200 payments')
  expect(html).toContain('Importing…')
  expect(html).toContain('progressbar')
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
