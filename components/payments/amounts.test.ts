import { expect, it } from 'vitest'
import { netAmount } from './amounts'

it('a net amount is computed in minor units, without rounding errors', () => {
  expect(netAmount('USD', 120.5, 3.79)).toBe(116.71)
  expect(netAmount('USD', 0.3, 0.1)).toBe(0.2)
  expect(netAmount('JPY', 1000, 59)).toBe(941)
  expect(netAmount('USD', 1, 0)).toBe(1)
  expect(netAmount('USD', 0.1, 0.3)).toBe(-0.2)
  expect(netAmount('USD', 0.3, 0.1, 0.3, 0.2)).toBe(-0.3)
})

it('a net amount that cannot be computed exactly is null', () => {
  expect(netAmount('XYZ', 1, 0.1)).toBeNull()
  expect(netAmount('USD', 1.005, 0.1)).toBeNull()
})
