import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brandLabel,
  brandOf,
  formatExpiry,
  groupCardNumber,
  isExpired,
  parseExpiry,
  passesLuhn,
} from './card'

describe('card', () => {
  it('the check digit detects a wrong digit and two swapped neighbors', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 18 })
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, change) => {
        const check = Array.from({ length: 10 }, (_, digit) => digit).filter((digit) =>
          passesLuhn([...body, digit].join('')),
        )
        expect(check).toHaveLength(1)
        const at = place % body.length
        const wrong = body.map((digit, index) => (index === at ? (digit + change) % 10 : digit))
        expect(passesLuhn([...wrong, ...check].join(''))).toBe(false)
      }),
    )
    expect(passesLuhn('')).toBe(false)
  })

  it.each([
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2220', null],
    ['2721', null],
    ['34', 'amex'],
    ['36', 'diners'],
    ['3528', 'jcb'],
    ['3527', null],
    ['6011', 'discover'],
    ['62', 'unionpay'],
    ['', null],
    ['5', null],
  ])('the digits %s have the brand %s', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand)
  })

  it('a number is grouped as on the printed card, also while it is being typed', () => {
    expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005')
    expect(groupCardNumber('42424')).toBe('4242 4')
    expect(groupCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupCardNumber('')).toBe('')
    expect(brandLabel('visa')).toBe('Visa')
    expect(brandLabel('Elo')).toBe('Elo')
  })

  it('an expiry date is parsed as people and password managers write it, and only as month and year', () => {
    for (const text of [
      ...['04/29', '4/29', '0429', '04 / 29', '04/2029', ' 042029 ', '04-29', '04.29', '04 29', '4 – 2029'],
      ...['2029-04', '202904', '2029/04', '2029-4', '2029 / 04', '2029.04', '2029 04', '2029-04-30'],
      ...['٠٤/٢٩', '۲۰۲۹-۰۴', '０４／２９', '०४२९'],
    ]) {
      expect(parseExpiry(text), text).toEqual({ month: 4, year: 2029 })
    }
    expect(parseExpiry('202012')).toEqual({ month: 12, year: 2020 })
    expect(parseExpiry('122029')).toEqual({ month: 12, year: 2029 })
    for (const text of [
      ...['13/29', '00/29', '4', '29', '', '04/1929', '04/299', 'ab/cd', '429'],
      ...['20', '2029', '2029-', '2029-13', '2029-00', '202913', '20294', '20/29', '1929-04', '2904'],
      ...['2029-04-3', '30/04/2029', '20290430', '04//29'],
    ]) {
      expect(parseExpiry(text), text).toBeNull()
    }
    expect(formatExpiry({ month: 4, year: 2029 })).toBe('04/29')
  })

  it('a card is valid to the last instant of its expiry month', () => {
    const expiry = { month: 11, year: 2026 }
    expect(isExpired(expiry, new Date('2026-11-30T23:59:59.999Z'))).toBe(false)
    expect(isExpired(expiry, new Date('2026-12-01T00:00:00Z'))).toBe(true)
    expect(isExpired({ month: 12, year: 2026 }, new Date('2026-12-31T23:00:00Z'))).toBe(false)
    expect(isExpired({ month: 12, year: 2026 }, new Date('2027-01-01T00:00:00Z'))).toBe(true)
  })
})
