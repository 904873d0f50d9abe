import { describe, expect, it, test } from 'vitest'
import { notationOf, parseAmount, parseAmountIn } from './parse-amount'

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

  it('an amount is parsed with the code or sign of its currency', () => {
    for (const text of ['$12.50', 'US$ 12.50', '12.50 usd', 'USD 12.50']) expect(major(text)).toBe(12.5)
    expect(major('R$ 1.202,80', 'BRL')).toBe(1202.8)
    expect(major('Bs 120,50', 'BOB')).toBe(120.5)
    expect(major('S/ 120.50', 'PEN')).toBe(120.5)
    expect(major('120,50 kr', 'SEK')).toBe(120.5)
    expect(major('kr. 120,50', 'DKK')).toBe(120.5)
    expect(major('1 200,00 Ft', 'HUF')).toBe(1200)
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
    for (const text of [
      'abc',
      '-5',
      '1e3',
      '1.2.3',
      '1,2.3,4',
      '€5',
      '5 EUR',
      '.',
      '12,34,5',
      '12 50',
      '1,234.567,890',
    ]) {
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

  test.each([
    ['1.000', 'USD', 'en', [1000, 1]],
    ['1,000', 'EUR', 'de', [1000, 1]],
    ['2.500', 'EUR', 'fr', [2500, 2.5]],
    ['2,500', 'EUR', 'fr', [2500, 2.5]],
    ['1.000', 'CHF', 'de-CH', [1000, 1]],
    ['１．０００', 'USD', 'en', [1000, 1]],
  ] as const)('%s %s in %s is a question, not a guess', (text, currency, locale, readings) => {
    expect(parseAmount(text, currency, locale)).toEqual({ ok: false, code: 'ambiguous', readings })
  })

  it('an amount with too many decimals offers its reading as a thousand', () => {
    expect(parseAmount('12.345', 'USD', 'en')).toEqual({
      ok: false,
      code: 'too_many_decimals',
      readings: [12345],
    })
  })
})

describe('an amount of a column', () => {
  const read = (cells: string[], currency = 'EUR') =>
    cells.map((cell) => {
      const amount = parseAmountIn(cell, currency, notationOf(cells))
      return amount.ok ? amount.major : amount.code
    })

  it('unmistakable amounts decide about the others', () => {
    expect(read(['1.000', '1.250,50', '12,5', '2.500'])).toEqual([1000, 1250.5, 12.5, 2500])
    expect(read(['1,000', '1,250.50', '12.5', '2,500'])).toEqual([1000, 1250.5, 12.5, 2500])
    expect(read(['1.000', '1.250.000'])).toEqual([1000, 1250000])
    expect(read(['1.500', '0.500'])).toEqual([1.5, 0.5])
  })

  it('nothing is guessed without one, nor where they contradict each other', () => {
    expect(read(['1.000', '250', '2.500'])).toEqual(['ambiguous', 250, 'ambiguous'])
    expect(read(['1.000', '12,50', '12.50'])).toEqual(['ambiguous', 12.5, 12.5])
  })

  it('a thousand is no amount with three decimals beside amounts with two', () => {
    expect(read(['1.000', '12.50'])).toEqual(['ambiguous', 12.5])
    expect(read(['1.234', '12.50'])).toEqual(['too_many_decimals', 12.5])
  })

  it('a currency without decimals has thousands only, one with three decimals has decimals', () => {
    expect(read(['1.000', '2,500'], 'JPY')).toEqual([1000, 2500])
    expect(read(['1.000', '2.500'], 'KWD')).toEqual([1, 2.5])
    expect(read(['1.000', '1.250,500'], 'KWD')).toEqual([1000, 1250.5])
  })
})
