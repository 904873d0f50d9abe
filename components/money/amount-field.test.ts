import { describe, expect, it } from 'vitest'
import { parseAmount } from '@/lib/domain/parse-amount'
import { english } from '@/test/english'
import { amountProblem, earlyAmountProblem } from './amount-field'

describe('the problem of an amount', () => {
  it('a problem names the bounds of the currency in the notation of the locale', () => {
    const problemOf = (text: string, currency: string, locale = 'en') =>
      amountProblem(parseAmount(text, currency, locale), currency, locale, english)
    expect(problemOf('12.345', 'USD')).toBe('USD has 2 decimals, such as 12.34.')
    expect(problemOf('12.345', 'EUR', 'de')).toBeNull()
    expect(problemOf('12,3456', 'EUR', 'de')).toBe('EUR has 2 decimals, such as 12,34.')
    expect(problemOf('0.5', 'JPY')).toBe('JPY has no decimals.')
    expect(problemOf('99999999', 'USD')).toBe('At most 9,999,999.99 USD.')
    expect(problemOf('0', 'USD')).toBe('At least 0.01 USD.')
    expect(problemOf('0', 'JPY')).toBe('At least 1 JPY.')
    expect(problemOf('', 'USD')).toBe('Enter an amount.')
    expect(problemOf('12.5', 'USD')).toBeNull()
    expect(problemOf('1.000', 'USD')).toBe('Does this mean 1,000.00 USD or 1.00 USD? Write all its decimals.')
  })

  it('a problem is reported during typing only if no further digit can correct it', () => {
    const early = (text: string) =>
      earlyAmountProblem(text, parseAmount(text, 'USD', 'en'), 'USD', 'en', english) !== null
    for (const text of ['12.34567', '99999999', 'abc']) expect(early(text), text).toBe(true)
    // Beginnings of 0.05 and of 12.345,00.
    for (const text of ['0', '0.', '0.0', '', '1.', '.', '12.345', '1.000'])
      expect(early(text), text).toBe(false)
  })
})
