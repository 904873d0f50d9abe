import { expect, test } from 'vitest'
import { dateLocaleOf, readerOf } from './languages'

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es', 'es-MX'],
  ['es-419', 'es', 'es-419'],
  ['ES-ar', 'es', 'es-AR'],
  ['pt', 'pt', 'pt-BR'],
  ['pt-PT', 'pt', 'pt-PT'],
  ['zh-Hant-TW, pt-Latn-BR;q=0.5', 'pt', 'pt-BR'],
  ['en;q=0.4, es;q=0.6', 'es', 'es'],
  ['es;q=0, pt;q=0.1', 'pt', 'pt-BR'],
  ['es, es-CO;q=0.8', 'es', 'es-CO'],
  ['de-DE, fr', 'en', 'en'],
  ['est, ptx, english', 'en', 'en'],
  ['*', 'en', 'en'],
  ['', 'en', 'en'],
  [null, 'en', 'en'],
  [`${'x'.repeat(4_000)},es`, 'en', 'en'],
])('a browser that asks for %s reads %s in the locale %s', (header, language, locale) => {
  expect(readerOf([], header)).toEqual({ language, locale })
})

test('the first choice that is one of our languages precedes the browser, which still names the region', () => {
  expect(readerOf([null, 'fr', 'pt', 'en'], 'es-MX')).toEqual({ language: 'pt', locale: 'pt-BR' })
  expect(readerOf(['es'], 'en-US, es-AR;q=0.5')).toEqual({ language: 'es', locale: 'es-AR' })
  expect(readerOf(['es-CL'], 'es-AR')).toEqual({ language: 'es', locale: 'es-CL' })
  expect(readerOf(['"><script>'], 'es')).toEqual({ language: 'es', locale: 'es' })
})

test('dates of English texts have one order, and those of other languages the order of the region', () => {
  expect(dateLocaleOf({ language: 'en', locale: 'en-US' })).toBe('en-GB')
  expect(dateLocaleOf({ language: 'es', locale: 'es-MX' })).toBe('es-MX')
})
