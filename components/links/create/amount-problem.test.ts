import { describe, expect, it } from 'vitest'
import { amountProblem, earlyAmountProblem } from './amount-problem'

describe('the problem of an amount', () => {
  it('a problem names the bounds of the currency in the notation of the locale', () => {
    const problemOf = (text: string, currency: string, locale = 'en') => amountProblem(text, currency, locale)
    expect(problemOf('12.345', 'USD')).toBe('USD has 2 decimals, such as 12.34.')
    expect(problemOf('12.345', 'EUR', 'de')).toBeNull()
    expect(problemOf('12,3456', 'EUR', 'de')).toBe('EUR has 2 decimals, such as 12,34.')
    expect(problemOf('0.5', 'JPY')).toBe('JPY has no decimals.')
    expect(problemOf('99999999', 'USD')).toBe('At most 9,999,999.99 USD.')
    expect(problemOf('0', 'USD')).toBe('At least 0.01 USD.')
    expect(problemOf('0', 'JPY')).toBe('At least 1 JPY.')
    expect(problemOf('', 'USD')).toBe('Enter an amount.')
    expect(problemOf('12.5', 'USD')).toBeNull()
  })

  it('a problem is reported during typing only if no further digit can correct it', () => {
    const early = (text: string, left: boolean) => earlyAmountProblem(text, 'USD', 'en', left) !== null
    expect(early('12.345', false)).toBe(true)
    expect(early('99999999', false)).toBe(true)
    expect(early('abc', false)).toBe(true)
    // Beginnings of 0.05.
    for (const text of ['0', '0.', '0.0', '', '1.', '.']) expect(early(text, false), text).toBe(false)
    expect(early('0', true)).toBe(true)
    expect(early('0.00', true)).toBe(true)
    expect(early('.', true)).toBe(true)
    expect(early('', true)).toBe(false)
  })
})
