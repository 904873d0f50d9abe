import { expect, it } from 'vitest'
import { dateFormat, numberFormat } from './formatters'

it('a formatter is created once', () => {
  expect(numberFormat('en')).toBe(numberFormat('en'))
  expect(dateFormat('en', { timeZone: 'America/Lima', day: 'numeric' })).toBe(
    dateFormat('en', { timeZone: 'America/Lima', day: 'numeric' }),
  )
})

it('locales, zones and options have separate formatters', () => {
  expect(numberFormat('de').format(1234.5)).toBe('1.234,5')
  expect(numberFormat('en').format(1234.5)).toBe('1,234.5')
  expect(numberFormat('en', { minimumFractionDigits: 2 }).format(1234.5)).toBe('1,234.50')
  const night = Date.parse('2026-11-20T03:00:00.000Z')
  expect(dateFormat('en', { day: 'numeric', timeZone: 'UTC' }).format(night)).toBe('20')
  expect(dateFormat('en', { day: 'numeric', timeZone: 'America/Lima' }).format(night)).toBe('19')
})

it('the cache is bounded and evicts the oldest formatter', () => {
  const first = numberFormat('fr', { minimumFractionDigits: 1 })
  for (let whole = 1; whole <= 20; whole += 1)
    for (let decimals = 0; decimals <= 20; decimals += 1)
      numberFormat('fr', { minimumIntegerDigits: whole, maximumFractionDigits: decimals })
  expect(numberFormat('fr', { minimumFractionDigits: 1 })).not.toBe(first)
})

it('invalid options throw as in the constructor', () => {
  expect(() => dateFormat('en', { timeZone: 'Mars/Olympus' })).toThrow(RangeError)
})
