import { describe, expect, it } from 'vitest'
import { mirrorAmount } from './mirror-amount'

describe('an amount on its way into the mirror', () => {
  it('becomes minor units by its decimal text', () => {
    expect(mirrorAmount(1.15, 'USD')).toBe(115n)
    expect(mirrorAmount(999_999.999, 'KWD')).toBe(999_999_999n)
    expect(mirrorAmount(-12.5, 'JPY')).toBe(-12n)
  })

  it('counts as the most that a column can hold where it is more', () => {
    expect(mirrorAmount(1_234_567_890_123_456_800_000_000, 'KWD')).toBe(2n ** 63n - 1n)
    expect(mirrorAmount(-1e300, 'USD')).toBe(1n - 2n ** 63n)
  })
})
