import { describe, expect, test } from 'vitest'
import { mirrorAmount } from './mirror-amount'

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
