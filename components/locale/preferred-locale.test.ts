import { expect, it } from 'vitest'
import { preferredLocale } from './preferred-locale'

it('takes the first language that numbers can be written in', () => {
  expect(preferredLocale('es-PE,es;q=0.9,en;q=0.8')).toBe('es-PE')
  expect(preferredLocale('xx-nonsense-123456789,de')).toBe('de')
})

it('falls back to English without a usable header', () => {
  for (const header of [null, '', '*', ';;;', 'x'.repeat(4000)]) expect(preferredLocale(header)).toBe('en')
})
