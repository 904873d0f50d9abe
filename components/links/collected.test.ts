import { expect, it } from 'vitest'
import { collectedOf } from './collected'

it('the collected sum is the exact amount times the number of payments', () => {
  expect(collectedOf({ amount: 19.99, currency: 'USD', paid_count: 3 })).toBe(59.97)
  expect(collectedOf({ amount: 1.005, currency: 'KWD', paid_count: 3 })).toBe(3.015)
  expect(collectedOf({ amount: 9_999_999.99, currency: 'USD', paid_count: 1_000_000 })).toBe(
    9_999_999_990_000,
  )
  expect(collectedOf({ amount: 45, currency: 'JPY', paid_count: 0 })).toBe(0)
})

it('the collected sum is null if it cannot be computed exactly', () => {
  expect(collectedOf({ amount: 1, currency: 'XYZ', paid_count: 2 })).toBeNull()
  expect(collectedOf({ amount: 1.005, currency: 'USD', paid_count: 2 })).toBeNull()
})
