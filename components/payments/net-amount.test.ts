import { expect, it } from 'vitest'
import { netAmount } from './detail-parts'

it('a net amount is computed in minor units, without rounding errors', () => {
  expect(netAmount(120.5, 3.79, 'USD')).toBe(116.71)
  expect(netAmount(0.3, 0.1, 'USD')).toBe(0.2)
  expect(netAmount(1000, 59, 'JPY')).toBe(941)
  expect(netAmount(1, 0, 'USD')).toBe(1)
  expect(netAmount(0.1, 0.3, 'USD')).toBe(-0.2)
})

it('a net amount that cannot be computed exactly is null', () => {
  expect(netAmount(1, 0.1, 'XYZ')).toBeNull()
  expect(netAmount(1.005, 0.1, 'USD')).toBeNull()
})
