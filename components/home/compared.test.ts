import { expect, it } from 'vitest'
import { approvedShare, comparedPercent } from './compared'

it('compares with the period before, and not with nothing', () => {
  expect(comparedPercent(112, 100)).toBe(12)
  expect(comparedPercent(50, 100)).toBe(-50)
  expect(comparedPercent(0, 100)).toBe(-100)
  expect(comparedPercent(50, 0)).toBeNull()
  expect(comparedPercent(24_631, 145)).toBeNull()
})

it('tells the share that was approved, all of it only without a decline', () => {
  expect(approvedShare(3, 1)).toBe(0.75)
  expect(approvedShare(9_999, 1)).toBe(0.999)
  expect(approvedShare(7, 0)).toBe(1)
  expect(approvedShare(0, 2)).toBe(0)
  expect(approvedShare(0, 0)).toBeNull()
})
