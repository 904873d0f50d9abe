import { describe, expect, it } from 'vitest'
import { parseAmount } from './parse-amount'

function major(text: string, currency = 'USD', locale = 'en') {
  const parsed = parseAmount(text, currency, locale)
  return parsed.ok ? parsed.major : parsed.code
}

describe('a typed amount', () => {
  it('an amount is parsed with a comma or a point', () => {
    expect(major('12.5')).toBe(12.5)
    expect(major('12,5')).toBe(12.5)
    expect(major('12,50', 'USD', 'de')).toBe(12.5)
    expect(major(',5')).toBe(0.5)
    expect(major('12.')).toBe(12)
  })

  it('an amount is parsed with groups in any notation', () => {
    expect(major('1,234.50')).toBe(1234.5)
    expect(major('1.234,50')).toBe(1234.5)
    expect(major('1 234,50', 'EUR', 'fr')).toBe(1234.5)
    expect(major("1'234.50", 'CHF', 'de-CH')).toBe(1234.5)
    expect(major('1,23,456.00', 'INR', 'en-IN')).toBe(123456)
    expect(major('1.234.567', 'USD', 'de')).toBe(1234567)
    expect(major('١٢٫٥')).toBe(12.5)
  })

  it('a single separator before three digits follows the locale', () => {
    expect(major('1,234')).toBe(1234)
    expect(major('1.234', 'USD', 'es-AR')).toBe(1234)
    expect(major('1.234')).toBe('too_many_decimals')
    expect(major('1.234', 'KWD')).toBe(1.234)
    expect(major('1.000', 'JPY')).toBe(1000)
    expect(major('1234,567')).toBe('too_many_decimals')
    expect(major('0,500')).toBe(0.5)
  })

  it('an unclear amount is refused, never rounded or guessed', () => {
    expect(major('')).toBe('empty')
    expect(major('12.345')).toBe('too_many_decimals')
    expect(major('0.5', 'JPY')).toBe('too_many_decimals')
    expect(major('0')).toBe('amount_too_small')
    expect(major('10,000,000.00')).toBe('amount_too_large')
    for (const text of ['abc', '-5', '1e3', '1.2.3', '1,2.3,4', '$5', '.', '12,34,5']) {
      expect(major(text)).toBe('not_a_number')
    }
  })

  it('cents stay exact', () => {
    expect(parseAmount('1.15', 'USD', 'en')).toEqual({ ok: true, major: 1.15, minor: 115 })
    expect(parseAmount('9,999,999.99', 'USD', 'en')).toEqual({
      ok: true,
      major: 9999999.99,
      minor: 999999999,
    })
  })
})
