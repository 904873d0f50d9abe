import { expect, it } from 'vitest'
import { preferredLocale } from './preferred-locale'

it('the first language with a number format is preferred', () => {
  expect(preferredLocale('es-PE,es;q=0.9,en;q=0.8')).toBe('es-PE')
  expect(preferredLocale('xx-nonsense-123456789,de')).toBe('de')
})

it('English is the fallback for a header without a usable language', () => {
  for (const header of [null, '', '*', ';;;', 'x'.repeat(4000)]) expect(preferredLocale(header)).toBe('en')
})
