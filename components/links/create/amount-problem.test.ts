import { describe, expect, it } from 'vitest'
import { amountProblem, earlyAmountProblem } from './amount-problem'

describe('what is wrong with an amount', () => {
  it('is told with the currency’s own bounds, in the person’s notation', () => {
    const told = (text: string, currency: string, locale = 'en') => amountProblem(text, currency, locale)
    expect(told('12.345', 'USD')).toBe('USD has 2 decimals, such as 12.34.')
    expect(told('12.345', 'EUR', 'de')).toBeNull()
    expect(told('12,3456', 'EUR', 'de')).toBe('EUR has 2 decimals, such as 12,34.')
    expect(told('0.5', 'JPY')).toBe('JPY has no decimals.')
    expect(told('99999999', 'USD')).toBe('At most 9,999,999.99 USD.')
    expect(told('0', 'USD')).toBe('At least 0.01 USD.')
    expect(told('0', 'JPY')).toBe('At least 1 JPY.')
    expect(told('', 'USD')).toBe('Enter an amount.')
    expect(told('12.5', 'USD')).toBeNull()
  })

  it('is told while typing only where more typing cannot mend it', () => {
    const early = (text: string, left: boolean) => earlyAmountProblem(text, 'USD', 'en', left) !== null
    expect(early('12.345', false)).toBe(true)
    expect(early('99999999', false)).toBe(true)
    expect(early('abc', false)).toBe(true)
    // On the way to 0.05.
    for (const text of ['0', '0.', '0.0', '', '1.', '.']) expect(early(text, false), text).toBe(false)
    expect(early('0', true)).toBe(true)
    expect(early('0.00', true)).toBe(true)
    expect(early('.', true)).toBe(true)
    expect(early('', true)).toBe(false)
  })
})
