import { describe, expect, it } from 'vitest'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'

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
