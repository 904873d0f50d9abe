import { describe, expect, it, test } from 'vitest'
import { mirrorAmount, shownAmount } from './mirror-amount'

describe('amounts in the mirror', () => {
  test('an amount is converted to minor units by its decimal text', () => {
    expect(mirrorAmount(1.15, 'USD')).toBe(115n)
    expect(mirrorAmount(999_999.999, 'KWD')).toBe(999_999_999n)
    expect(mirrorAmount(-12.5, 'JPY')).toBe(-12n)
  })

  test('an amount too large for a sum is refused', () => {
    expect(mirrorAmount(-1e12, 'USD')).toBe(-(10n ** 14n))
    expect(() => mirrorAmount(1e12, 'KWD')).toThrow(RangeError)
    expect(() => mirrorAmount(-1e300, 'USD')).toThrow(RangeError)
  })
})

describe('a sum of the mirror', () => {
  it('a sum is shown in major units, debts included', () => {
    expect(shownAmount(12_050n, 'USD')).toBe(120.5)
    expect(shownAmount(-999_999_999n, 'KWD')).toBe(-999_999.999)
    expect(shownAmount(12_050n, 'JPY')).toBe(12_050)
  })

  it('a sum beyond exact numbers is shown as the nearest one', () => {
    expect(shownAmount(20_000_000_000_000_000_001n, 'KWD')).toBe(20_000_000_000_000_000)
  })
})
